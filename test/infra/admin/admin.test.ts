import { expect, test } from 'vitest'
import { commands } from '../../../infra/admin/commands.ts'
import { run } from './harness.ts'

const admin = (line: string) => run({ DATA_DIR: '/nowhere' }, line)

test('--help names every command and ends well', async () => {
  const { status, stdout, stderr } = await admin('--help')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const lines = stdout.split('\n')
  for (const { name, summary } of commands)
    expect(lines[lines.findIndex((line) => line.startsWith(`  ${name}`)) + 1]).toBe(`      ${summary}`)
})

test.each(['number add --help', '-h number add', 'number add --user x -h'])(
  '%s shows how that command is used',
  async (line) => {
    const { status, stdout } = await admin(line)
    expect(status).toBe(0)
    expect(stdout).toContain(
      'number add --user ID --phone NUMBER --type Normal|SIP|"Caller ID" [--sms] [--nickname NAME] [--region NAME] [--expires DATE] [--stack NAME]',
    )
  },
)

test.each([
  ['', 'Say which command to run.'],
  ['user', 'There is no command "user".'],
  ['user destroy', 'There is no command "user destroy".'],
  ['--name user list', 'There is no command "list".'],
])('"%s" is refused with the list of commands', async (line, sentence) => {
  const { status, stdout, stderr } = await admin(line)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr.split('\n')[0]).toBe(sentence)
  expect(stderr).toContain('webhook-secret rotate --user ID')
})

test.each([
  ['user list --name Ada', '"user list" takes no --name.'],
  ['user list --colour', '"user list" takes no --colour.'],
  ['user list --stack', '--stack must be the name of a CloudFormation stack.'],
  ['user list all', '"user list" takes only options; a value with blanks needs quotes.'],
])('"%s" is refused with the usage of the command alone', async (line, sentence) => {
  const { status, stdout, stderr } = await admin(line)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toBe(`${sentence}\n\nUsage: npm run admin -- user list [--stack NAME]\nAll users.`)
})
