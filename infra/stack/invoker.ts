import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { pascalCase } from './names.ts'

/** A function, and the role in whose name API Gateway calls it. */
export interface Handler {
  lambda: LambdaFunction
  invoker: Role
}

/**
 * IAM limits the inline policies of a role to 10,240 characters; the ARN of a function of ours has
 * about 100.
 */
const functionsPerRoleMax = 40

/**
 * Roles in whose name API Gateway calls the functions of an area, named one by one. One role for
 * many functions: a permission on each would be a resource of the stack for each, and a stack may
 * have 500.
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
