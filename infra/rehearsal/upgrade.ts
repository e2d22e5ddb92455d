import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { must } from '../../shared/words/must.ts'
import { audit, unfinished } from './audit.ts'
import { deploy, root, synthesise, templateOf } from './deploy.ts'
import type { PlainTemplate } from './emulator-differences.ts'
import { endHalt, type Halved, haltingHalfway, statusOf, untilHalfway } from './halfway.ts'
import { openWorld } from './open-world.ts'
import type { Rehearsal } from './rehearsal.ts'
import { addUser } from './scene.ts'
import { eventually, expect } from './steps.ts'
import { beginTraffic } from './traffic.ts'
import { checkOut, lastRelease } from './version.ts'

/** Milliseconds of traffic while functions of both versions run. */
const sideBySideMs = 120_000
const afterwardsMs = 20_000

/**
 * Updates a stack under traffic. The update halts when half the functions are new. Then it
 * continues, or fails and is rolled back.
 */
export const upgrade = async (rehearsal: Rehearsal): Promise<boolean> => {
  const { scratch, stage, path, say, fails } = rehearsal
  const ref = rehearsal.from ?? (await lastRelease())
  const version = await checkOut(ref, join(scratch, 'version'), path)
  say(`From ${ref}${fails ? ', by an update that breaks' : ''}:`)
  const world = await openWorld(rehearsal, { root: version.root })
  const { scene, steps, outputs, deployment, conclude } = world
  const { stackName } = scene
  const administer = (...args: string[]) => version.administer(deployment.environment, ...args, '--stack', stackName)
  const users = [
    await addUser(scene, 'Ada', '+12025550190', administer),
    await addUser(scene, 'Grace', '+12025550191', administer),
  ] as const

  const former = JSON.parse(await readFile(templateOf(scratch, stage), 'utf8'))
  const nextScratch = join(scratch, 'next')
  await mkdir(nextScratch)
  let halved: Halved | undefined
  const next = {
    ...deployment,
    root,
    scratch: nextScratch,
    change: (template: PlainTemplate) => {
      if (moves(former, template)) throw new Error(cannotMove(ref))
      halved = haltingHalfway(template, !fails)
      return halved.template
    },
  }
  say('Building and synthesising the work tree …')
  await synthesise(next)

  const flow = await beginTraffic(scene, ...users)
  await flow.startCampaign(earlyLeads)
  await flow.untilLive()
  const update = deploy(next).then(
    () => 'done' as const,
    (cause: Error) => cause,
  )
  await steps.play('half of the stack is updated', async () => {
    const ended = await Promise.race([untilHalfway(stackName), update])
    if (ended !== undefined) throw ended === 'done' ? new Error('It did not halt') : ended
    const { early, late } = must(halved, 'the halved template')
    return `${early.length} of the new version, ${late.length} of the old`
  })
  await steps.play('both versions run side by side', async () => {
    await flow.startCampaign(lateLeads)
    await pause(sideBySideMs)
    return `${sideBySideMs / 1000} s`
  })
  await steps.play(fails ? 'the update breaks and is rolled back' : 'the update goes on to its end', async () => {
    await endHalt(stackName, fails ? 'FAILURE' : 'SUCCESS')
    const ended = await update
    const status = await statusOf(stackName)
    const wanted = fails ? 'UPDATE_ROLLBACK_COMPLETE' : 'UPDATE_COMPLETE'
    expect((ended !== 'done') === fails && status === wanted, `${status}: ${ended}`)
    return status
  })
  await pause(afterwardsMs)
  await flow.stop()
  const table = must(outputs.TableName, 'output TableName')
  await steps.play('all comes to its end', async () => {
    const hasEnded = async () => (await unfinished(scene, table)) === undefined
    await eventually('the end', hasEnded).catch(async (cause) => {
      throw new Error(`${await unfinished(scene, table)} do not end`, { cause })
    })
    return 'nothing is under way'
  })
  await audit(steps, { scene, table, users: [...users], traffic: flow.traffic })
  return conclude()
}

const earlyLeads = 40
const lateLeads = 20

const moves = (former: PlainTemplate, template: PlainTemplate): boolean => {
  const isNested = ({ Resources }: PlainTemplate) =>
    Object.values(Resources).some(({ Type }) => Type === 'AWS::CloudFormation::Stack')
  return isNested(former) !== isNested(template)
}

const cannotMove = (ref: string) =>
  `${ref} has its functions in other stacks than the work tree, and CloudFormation moves no function that keeps its name: ` +
  'it cannot be updated in place, see docs/upgrading.md.'
