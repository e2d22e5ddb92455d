import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { pascalCase } from './names.ts'

export interface Handler {
  lambda: LambdaFunction
  invoker: Role
}

/** Number of functions per role, because IAM allows 10,240 characters of inline policies. */
const functionsPerRoleMax = 40

/**
 * Adds roles with which API Gateway calls functions. A permission per function would exceed
 * CloudFormation's 500 resources.
 */
export const addInvoker = (scope: Construct, area: string): ((lambda: LambdaFunction) => Handler) => {
  const filled: { role: Role; calling: PolicyStatement }[] = []
  const next = () => {
    const calling = new PolicyStatement({ actions: ['lambda:InvokeFunction'] })
    const role = new Role(scope, `${pascalCase(area)}ApiRole${filled.length || ''}`, {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { calls: new PolicyDocument({ statements: [calling] }) },
    })
    filled.push({ role, calling })
    return { role, calling }
  }
  return (lambda) => {
    const last = filled.at(-1)
    const { role, calling } = last && last.calling.resources.length < functionsPerRoleMax ? last : next()
    calling.addResources(lambda.functionArn)
    return { lambda, invoker: role }
  }
}
