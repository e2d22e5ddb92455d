import { CfnElement, type Stack } from 'aws-cdk-lib'

/**
 * Gives every resource the name of its place in the stack (`MakeCallFunction`), where CDK would add a hash of it.
 * CloudFormation replaces what changes its logical id: the data in the table and the queues hangs on these names.
 */
export const nameByPlace = (stack: Stack): void => {
  for (const element of stack.node.findAll().filter(CfnElement.isCfnElement)) {
    const place = element.node.scopes.slice(stack.node.scopes.length).map(({ node }) => node.id)
    const telling = place.filter((id) => id !== 'Resource')
    element.overrideLogicalId(telling.join('').replace(/\W|_/g, ''))
  }
}
