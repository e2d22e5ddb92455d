import { operations } from '../../shared/operations/index.ts'
import { must } from '../../shared/words/must.ts'
import { deployedStack } from '../admin/stacks.ts'
import { enforceRules } from './closed-place.ts'
import { openWorld } from './open-world.ts'
import {
  askDoctor,
  callMultimodal,
  checkLists,
  eraseUser,
  exchangeMessages,
  exportUser,
  keepRecording,
  playOperations,
  receiveCall,
  redriveDeadLetter,
  runCampaign,
  useTools,
  verifyWebhook,
} from './plays.ts'
import { proveCalls } from './proof.ts'
import type { Rehearsal } from './rehearsal.ts'
import { addUser, type Scene, type SceneUser } from './scene.ts'
import { expect, type Steps } from './steps.ts'
import {
  callBack,
  exportCalls,
  importList,
  putThrough,
  readDocument,
  replayCall,
  simulate,
  useBuiltIns,
  writeDownPerson,
} from './talk-plays.ts'
import { buyNumber, callFromPage, chatOnPage, importLeadFile } from './visitor-plays.ts'

export const play = async (rehearsal: Rehearsal): Promise<boolean> => {
  const { scene, steps, emulator, conclude } = await openWorld(rehearsal)
  const { stackName, environment } = scene
  const [first, other, user] = [
    await addUser(scene, 'Ada', '+12025550190'),
    await addUser(scene, 'Grace', '+12025550191'),
    await addUser(scene, 'Barbara', '+12025550192'),
  ]
  await playOperations(steps, scene, first)
  await Promise.all([
    leave(steps, scene, first),
    steps.play('a campaign', () => runCampaign(scene, other)),
    steps.play('calling rules', () => enforceRules(scene, user)),
    steps.play('evidence', () => proveCalls(scene, other)),
    steps.play('an agent', () => useTools(scene, other)),
    steps.play('an incoming call', () => receiveCall(scene, user)),
    steps.play('a multimodal call', () => callMultimodal(scene, user)),
    steps.play('texts both ways, and an opt-out', () => exchangeMessages(scene, user)),
    steps.play('a webhook', () => verifyWebhook(scene, user)),
    steps.play('a recording', () => keepRecording(scene, user)),
    steps.play('calls that are put through', () => putThrough(scene, user)),
    steps.play('tools that are built in', () => useBuiltIns(scene, user)),
    steps.play('a call back', () => callBack(scene, user)),
    steps.play('a document', () => readDocument(scene, user)),
    steps.play('a simulation', () => simulate(scene, user)),
    steps.play('a replay', () => replayCall(scene, user)),
    steps.play('a do-not-call list', () => importList(scene, user)),
    steps.play('a person', () => writeDownPerson(scene, user)),
    steps.play('an export of calls', () => exportCalls(scene, user)),
    steps.play('a visitor of a page', () => chatOnPage(scene, user)),
    steps.play('a call from a page', () => callFromPage(scene, user)),
    steps.play('a file of leads', () => importLeadFile(scene, user)),
    steps.play('a number that is bought', () => buyNumber(scene, user)),
  ])
  const queues = await (await deployedStack(stackName, environment)).workQueues()
  const queueOf = (id: string) =>
    must(
      queues.find(({ worker }) => worker.id === id),
      `queue of ${id}`,
    )
  await steps.play('a dead letter', () => redriveDeadLetter(scene, user, queueOf('settle-sms').deadUrl))
  await steps.play('lists', () => checkLists(scene, other, queueOf('seal-history').url))
  await askDoctor(steps, scene)

  await steps.play('every function has run', async () => {
    const idle = operations.filter(({ id }) => !emulator.functions().has(`${stackName}-${id}`)).map(({ id }) => id)
    expect(idle.length === 0, `all but ${idle.join(', ')}`)
    return `all ${operations.length}`
  })
  return conclude()
}

const leave = async (steps: Steps, scene: Scene, user: SceneUser): Promise<void> => {
  await steps.play('an export', () => exportUser(scene, user))
  await steps.play('an erasure', () => eraseUser(scene, user))
}
