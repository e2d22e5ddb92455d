import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the demonstration runs to its end, breaks no promise and says so', async () => {
  // The demo has eleven leads, one for each behaviour of the simulated people.
  const args = ['infra/local/demo-campaign/main.ts', '--leads', '11']
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, CLOCK_SPEED: '40' } })
  const shown = Object.fromEntries(
    [...stdout.matchAll(/^ {2}(\w[\w ()]*?) {2,}(\d+)$/gm)].map(([, what, value]) => [what, Number(value)]),
  )
  expect(shown).toMatchObject({
    leads: 11,
    dialled: 14,
    reached: 7,
    'not reached': 4,
    retried: 3,
    'double dials': 0,
  })
  expect(shown['peak parallel']).toBeLessThanOrEqual(10)
  expect(shown['longest wait (s)']).toBeGreaterThan(0)
  expect(stdout).toMatch(/completed: waiting 0, reached 7, not reached 4; 0 calls, 14 dialled/)
})
