import { CfnParameter, CfnRule, Fn, type Stack } from 'aws-cdk-lib'
import { type ITableV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb'

const own = 'own'

/**
 * Returns the table to use. A CloudFormation parameter stores this choice, so that a deployment
 * with another choice fails before any change.
 */
export const tableInUse = (stack: Stack, ownTable: TableV2, restored: string | undefined): ITableV2 => {
  const chosen = restored ?? own
  const parameter = new CfnParameter(stack, 'TableInUse', {
    default: chosen,
    description: 'The table that this stage works on; changes only together with -c table',
  })
  new CfnRule(stack, 'TableStaysInUse', {
    assertions: [
      {
        assert: Fn.conditionEquals(parameter, chosen),
        assertDescription: restored ? wanted(restored) : unwanted,
      },
    ],
  })
  return restored ? TableV2.fromTableName(stack, 'RestoredTable', restored) : ownTable
}

const wanted = (restored: string): string =>
  `This stage works on another table. To let it work on ${restored} from now on, deploy with -c table=${restored} --parameters TableInUse=${restored}`
const unwanted =
  'This stage works on a restored table: deploy with -c table= and the name that the output TableName shows. To go back to ' +
  `the table of the stack itself, with what was written since then left behind, deploy with --parameters TableInUse=${own}`
