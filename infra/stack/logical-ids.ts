import { CfnElement, type Stack } from 'aws-cdk-lib'

/**
 * Gives every resource the name of its place in its stack (`MakeCallFunction`), nested or not,
 * where CDK would add a hash of it. CloudFormation replaces what changes its logical id: the data
 * in the table and the queues hangs on these names.
 */
export const nameByPlace = (stack: Stack): void => {
  for (const element of stack.node.findAll().filter(CfnElement.isCfnElement)) {
    const place = element.node.scopes.slice(element.stack.node.scopes.length).map(({ node }) => node.id)
    const telling = place.filter((id) => id !== 'Resource' && !id.endsWith(nestedPlace))
    const name = telling.join('').replace(nestedResource, '')
    element.overrideLogicalId(name.replace(/\W|_/g, ''))
  }
}

/**
 * CDK puts a nested stack's resource beside it:
 * `CallsArea.NestedStack/CallsArea.NestedStackResource`.
 */
const nestedPlace = '.NestedStack'
const nestedResource = '.NestedStackResource'
