import { CfnElement, type Stack } from 'aws-cdk-lib'

/**
 * Makes logical ids without CDK's hash (`MakeCallFunction`). CloudFormation replaces a resource
 * whose id changes.
 */
export const nameByPlace = (stack: Stack): void => {
  for (const element of stack.node.findAll().filter(CfnElement.isCfnElement)) {
    const place = element.node.scopes.slice(element.stack.node.scopes.length).map(({ node }) => node.id)
    const telling = place.filter((id) => id !== 'Resource' && !id.endsWith(nestedPlace))
    const name = telling.join('').replace(nestedResource, '')
    element.overrideLogicalId(name.replace(/\W|_/g, ''))
  }
}

const nestedPlace = '.NestedStack'
const nestedResource = '.NestedStackResource'
