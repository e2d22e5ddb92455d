import { describe, expect, test } from 'vitest'
import { assistantFor } from '../fixtures.ts'
import { recordedCall } from '../functions/simulations/replay.ts'
import type { TestUser } from '../world.ts'
import { isMissing } from './chromium.ts'
import { at, confirm, openGroups, saveDraft } from './form.ts'
import { untilStatus } from './until.ts'
import { useConsole } from './use-console.ts'

describe.skipIf(isMissing)('changes of an assistant in the console', () => {
  const { world, visit } = useConsole()

  const assistant = async (user: TestUser, id: number) =>
    (await world.api(user.token, 'GET', `/user/assistant/${id}`)).body
  const save = (user: TestUser, id: number, changes: object) =>
    world.api(user.token, 'PUT', `/user/assistants/${id}/draft`, changes)

  test('a draft is edited, given to a share of people, and finished', async () => {
    const user = await world.user()
    const id = await assistantFor(world, user, { system_prompt: 'You make appointments for the dentist.' })
    const { page, complaints, close } = await visit(user.token, `assistants/${id}`)
    const system_prompt = 'You make appointments for the vet. Ask for the day first.'
    await saveDraft(page, { note: 'Asks for the day first', system_prompt })
    await page.locator('del', { hasText: 'dentist.' }).waitFor()
    await page.locator('ins', { hasText: 'vet. Ask for the day first.' }).waitFor()
    expect((await assistant(user, id)).version).toBe(1)

    await page.getByRole('link', { name: 'Give it to a share of people' }).click()
    await openGroups(page)
    await at(page, 'canary.percent').fill('60')
    await page.getByRole('button', { name: 'Begin the rollout' }).click()
    await page.locator('[id="field-canary.percent-error"]', { hasText: 'from 1 to 50' }).waitFor()
    await at(page, 'canary.percent').fill('30')
    await page.getByRole('button', { name: 'Begin the rollout' }).click()
    await page.getByText('30 % of people').waitFor()
    await page.getByRole('row', { name: 'Opt out rate' }).getByText('undecided').waitFor()
    await confirm(page, 'Finish')
    await page.locator('.status', { hasText: 'finished' }).waitFor()
    expect(await assistant(user, id)).toMatchObject({
      version: 2,
      system_prompt,
    })
    expect(complaints).toEqual([])
    await close()
  })

  test('restores a version by keyboard, which ends a running rollout', async () => {
    const user = await world.user()
    const id = await assistantFor(world, user, { system_prompt: 'You make appointments.', max_duration: 300 })
    await world.api(user.token, 'PUT', `/user/assistant/${id}`, { max_duration: 600, note: 'Longer calls' })
    await world.api(user.token, 'PUT', `/user/assistant/${id}`, { system_prompt: 'You sell.' })
    await save(user, id, { initial_message: 'Good day.' })
    await world.api(user.token, 'POST', `/user/assistants/${id}/draft/publish`, {
      canary: { percent: 20, after_calls: 20 },
    })
    const { page, complaints, close } = await visit(user.token, `assistants/${id}/versions`)
    await page.getByRole('row', { name: 'Longer calls' }).waitFor()
    await page.getByRole('button', { name: 'Version 1', exact: true }).press('Enter')
    await page.getByRole('heading', { name: 'Version 1', exact: true }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('SECTION')
    await page.getByLabel('Compare with version').fill('3')
    await page.keyboard.press('Tab')
    await page.getByRole('heading', { name: 'Changes since version 3' }).waitFor()
    await page.locator('del', { hasText: 'sell.' }).waitFor()
    await page.locator('ins', { hasText: '300' }).waitFor()
    await page.getByRole('button', { name: 'Restore' }).press('Enter')
    await page.getByRole('dialog', { name: 'Restore version 1?' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Version 1 is restored.').waitFor()
    await page.getByText('Restored from version 1').waitFor()
    expect(await assistant(user, id)).toMatchObject({ max_duration: 300, system_prompt: 'You make appointments.' })
    await page.getByRole('link', { name: 'Rollout', exact: true }).click()
    await page.locator('.status', { hasText: 'aborted' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('prices and plays past calls with the draft, and shows both talks', async () => {
    const user = await world.user()
    await world.services.ledger.move({ user_id: user.id, type: 'top_up', amount: 9_000_000, description: 'Begin' })
    const id = await assistantFor(world, user)
    for (let call = 0; call < 3; call++) await recordedCall(world, user, { assistant_id: id })
    await save(user, id, { system_prompt: 'You are Berta.' })
    const { page, asked, complaints, close } = await visit(user.token, `assistants/${id}/replay`)
    await page.getByLabel('Calls that I choose').check()
    await page.getByRole('checkbox').first().check()
    await page.getByText('1 call chosen.').waitFor()
    await page.getByRole('checkbox').nth(1).check()
    await page.getByRole('button', { name: 'Show the price' }).press('Enter')
    await page.getByText('This replay costs about $').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('2 calls')
    const replays = async () => (await world.api(user.token, 'GET', '/user/replays')).body
    expect(await replays()).toEqual([])
    await page.getByRole('button', { name: 'Start the replay' }).click()
    await page.getByRole('heading', { name: 'Replay of a draft' }).waitFor()
    await page
      .getByText('of 2 calls played')
      .or(page.getByText('sign test').or(page.getByText('Calls differ')))
      .or(page.getByText('No call became'))
      .first()
      .waitFor()
    const [started] = await replays()
    await untilStatus(world, user, `/user/replays/${started.id}`, 'done')
    await page.locator('summary').first().click()
    await page.getByRole('heading', { name: 'Recorded' }).waitFor()
    await page.getByText('Who are you?').first().waitFor()
    expect(asked.filter(({ line }) => line.includes('/draft/replay'))).toHaveLength(2)
    expect(complaints).toEqual([])
    await close()
  })
})
