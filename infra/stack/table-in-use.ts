import { CfnParameter, CfnRule, Fn, type Stack } from 'aws-cdk-lib'
import { type ITableV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb'

/** Value of the parameter while the stack uses its own table. */
const own = 'own'

/**
 * The table that functions, alarms and dashboard work on: the stack's own, or a restored one in its
 * place. CloudFormation keeps a parameter's value from one deployment to the next, and so remembers
 * which; a template that says another is refused before anything changes.
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
