import { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { webhookClient } from '../../../shared/providers/web/webhook-client.ts'
import { forbiddenAddresses, forbiddenHosts, publicIPv4, publicIPv6, spellingsOf } from '../../addresses.ts'

const event = { webhook_id: 'msg_1_2', secrets: [], payload: {} }
const tried = vi.fn()
const clientOf = (isLocal: boolean, addresses: string[] = []) =>
  webhookClient({ stage: { isLocal }, worldTime: () => 0, resolve: async () => addresses })

/** Intercepts every socket of this process, so no request leaves it. */
beforeAll(() => {
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function connect(this: Socket, ...given: unknown[]) {
    tried(...given)
    process.nextTick(() => this.destroy(new Error('Nobody gets out')))
    return this
  })
})
afterAll(() => vi.restoreAllMocks())
beforeEach(() => tried.mockClear())

test.each([false, true])(`no name leads to a forbidden address (local: %s): no socket is opened`, async (isLocal) => {
  for (const address of forbiddenAddresses) {
    const alone = await clientOf(isLocal, [address]).ask('https://hooks.example', event, 5_000)
    expect(alone.error, address).toBe('The name resolves to an address that is not public')
    const among = await clientOf(isLocal, ['8.8.8.8', address]).ask('https://hooks.example', event, 5_000)
    expect(among.error, address).toBe('The name resolves to an address that is not public')
  }
  expect(tried).not.toHaveBeenCalled()
})

test(`${forbiddenHosts.length} spellings of forbidden addresses lead nowhere: no socket is opened`, async () => {
  expect(forbiddenHosts.length).toBeGreaterThan(300)
  for (const host of forbiddenHosts)
    for (const protocol of ['https', 'http']) {
      const { error } = await clientOf(false, ['8.8.8.8']).ask(`${protocol}://${host}/`, event, 5_000)
      expect(error, host).toBe('The URL may not be called')
    }
  expect(tried).not.toHaveBeenCalled()
})

test('in the local stack they lead to this machine at most', async () => {
  const isThisMachine = (host: string) => /^(127\.|\[::1\]$)/.test(new URL(`http://${host}/`).hostname)
  const others = forbiddenHosts.filter((host) => !isThisMachine(host))
  expect(others.length).toBeLessThan(forbiddenHosts.length)
  for (const host of others)
    for (const protocol of ['https', 'http'])
      await clientOf(true, ['8.8.8.8']).ask(`${protocol}://${host}/`, event, 5_000)
  expect(tried).not.toHaveBeenCalled()
})

test('their public neighbours are called, in every spelling', async () => {
  const hosts = [...publicIPv4.flatMap(spellingsOf), ...publicIPv6.map((address) => `[${address}]`)]
  for (const host of hosts) await clientOf(false).ask(`https://${host}/`, event, 5_000)
  for (const address of [...publicIPv4, ...publicIPv6])
    await clientOf(false, [address]).ask('https://hooks.example', event, 5_000)
  expect(tried).toHaveBeenCalledTimes(hosts.length + publicIPv4.length + publicIPv6.length)
})
