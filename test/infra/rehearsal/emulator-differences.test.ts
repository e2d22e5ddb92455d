import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mendEmulator, mends, withoutUnmakeable, writeNames } from '../../../infra/rehearsal/emulator-differences.ts'

const run = promisify(execFile)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-rehearsal-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('mending the emulator', () => {
  const pathOf = (file: string) => join(folder, 'ministack', file)
  const files = [...new Set(mends.map(({ file }) => file))]
  const textOf = (file: string, side: 'from' | 'to') =>
    mends.flatMap((mend) => (mend.file === file ? [`# before\n${mend[side]}\n# after`] : [])).join('\n')

  test('changes each line that differs from AWS, once however often it is run', async () => {
    for (const file of files) {
      await mkdir(dirname(pathOf(file)), { recursive: true })
      await writeFile(pathOf(file), textOf(file, 'from'))
    }
    for (let time = 1; time <= 2; time++) {
      await mendEmulator(folder)
      for (const file of files) expect(await readFile(pathOf(file), 'utf8')).toBe(textOf(file, 'to'))
    }
  })

  test('refuses an emulator that does not have the line, in one sentence', async () => {
    await writeFile(pathOf('app.py'), 'another version')
    await expect(mendEmulator(folder)).rejects.toThrow(/^The emulator has changed: cannot mend ".+" in app\.py\.$/)
  })

  test('every difference says where AWS says so, or why it must be', () => {
    expect(
      mends.filter(
        ({ source }) => !/^https:\/\/docs\.aws\.amazon\.com\/|^The rehearsal .+\.$|^AWS .+https:/.test(source),
      ),
    ).toEqual([])
  })
})

test('removes what the emulator cannot make, with its dependents', () => {
  const alarm = { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'Errors' } }
  const bucket = { Type: 'AWS::S3::Bucket', DependsOn: ['Sum', 'Alarm'] }
  const { template, leftOut } = withoutUnmakeable({
    Resources: {
      Alarm: alarm,
      Sum: { Type: 'AWS::CloudWatch::Alarm', Properties: { Metrics: [] } },
      Emptier: { Type: 'Custom::S3AutoDeleteObjects', DependsOn: 'Alarm' },
      Bucket: bucket,
    },
  })
  expect(template.Resources).toEqual({ Alarm: alarm, Bucket: { ...bucket, DependsOn: ['Alarm'] } })
  expect(leftOut.map((line) => line.split(' ')[0])).toEqual(['Sum', 'Emptier'])
})

test('the names of AWS lead to this machine, and no others', async () => {
  const server = createServer((request, response) => response.end(request.headers.host))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const names = join(folder, 'names.cjs')
  await writeNames(names, [{ under: 'amazonaws.com', port }])
  const asking = (url: string) =>
    run(process.execPath, [
      '--require',
      names,
      '--eval',
      `fetch('${url}').then((answer) => answer.text()).then(console.log)`,
    ])
  expect((await asking('http://sqs.us-east-1.amazonaws.com/')).stdout).toBe('sqs.us-east-1.amazonaws.com\n')
  await expect(asking('http://amazonaws.com.invalid/')).rejects.toThrow(/ENOTFOUND|EAI_AGAIN|fetch failed/)
  server.close()
})
