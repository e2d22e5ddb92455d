import { carrierFields } from '../../stack/carrier-secret.ts'
import type { CheckUp } from '../command.ts'
import { refuse } from '../refusal.ts'

export interface SetUpWorld {
  whereTo(): Promise<string>
  functionsMax(): Promise<number>
  /** Undefined when no such stack exists. */
  stackStatus(name: string): Promise<string | undefined>
  cdk(...args: string[]): Promise<void>
  open(name: string): Promise<DeployedProduct>
  say(line: string): void
  ask(question: string): Promise<string>
  askHidden(question: string): Promise<string>
}

interface DeployedProduct {
  carrierSecret(): Promise<Record<string, string>>
  /** Undefined when the carrier accepts the credentials. */
  refusalOfCarrier(): Promise<string | undefined>
  fillCarrierSecret(fields: Record<string, string>): Promise<void>
  firstUser(): Promise<number | undefined>
  createUser(name: string, email: string): Promise<{ id: number; token: string }>
  hasNumber(user: number): Promise<boolean>
  addNumber(user: number, phone: string): Promise<void>
  doctor(): Promise<CheckUp>
}

const functionsNeeded = 50

/**
 * Sets up a stage in an empty account, until it takes calls. A repeated run skips finished steps
 * and continues.
 */
export const setUp = async (stage: string, world: SetUpWorld): Promise<CheckUp> => {
  const name = `parlance-${stage}`
  world.say(`1 of 8  Account       ${await world.whereTo()}`)
  await checkQuota(world)
  await bootstrap(world)
  await deploy(stage, name, world)
  const product = await fillSecrets(name, world)
  const user = await ensureUser(product, world)
  await ensureNumber(user, product, world)
  world.say('8 of 8  Doctor')
  return product.doctor()
}

const checkQuota = async ({ functionsMax, say }: SetUpWorld): Promise<void> => {
  const max = await functionsMax()
  if (max < functionsNeeded)
    refuse(
      `The account runs at most ${max} functions at once, and ${functionsNeeded} is the least. Ask AWS for 1000: Service Quotas, ` +
        'AWS Lambda, "Concurrent executions". The answer takes minutes to two days. Then run this again.',
    )
  say(`2 of 8  Quota         ${max} functions at once`)
}

const bootstrap = async ({ stackStatus, cdk, say }: SetUpWorld): Promise<void> => {
  if (isThere(await stackStatus('CDKToolkit'))) return say('3 of 8  Bootstrap     done before')
  say('3 of 8  Bootstrap     about 2 minutes')
  await cdk('bootstrap')
}

const deploy = async (stage: string, name: string, { stackStatus, cdk, say }: SetUpWorld): Promise<void> => {
  const status = await stackStatus(name)
  if (isThere(status)) return say(`4 of 8  Deployment    done before (${status})`)
  if (status?.endsWith('_IN_PROGRESS')) refuse(`${name} is ${status}. Run this again when that is over.`)
  if (status === 'ROLLBACK_COMPLETE')
    refuse(
      `The first deployment of ${name} was rolled back. Read why, then remove it: npx cdk destroy -c stage=${stage}`,
    )
  say('4 of 8  Deployment    about 10 minutes')
  await cdk('deploy', '-c', `stage=${stage}`, '--require-approval', 'never')
}

/** True when a stack exists and works, also after an update was rolled back. */
const isThere = (status: string | undefined): boolean =>
  status !== undefined && /^(CREATE|UPDATE|UPDATE_ROLLBACK)_COMPLETE$/.test(status)

const fillSecrets = async (name: string, { open, ask, askHidden, say }: SetUpWorld): Promise<DeployedProduct> => {
  const product = await open(name)
  const known = await product.carrierSecret()
  const isFilled = carrierFields.every((field) => known[field])
  const refusal = isFilled ? await product.refusalOfCarrier() : 'its secret is empty'
  if (!refusal) {
    say('5 of 8  Carrier       its secret is filled')
    return product
  }
  say(`5 of 8  Carrier       ${refusal}`)
  const account_sid = await ask("Account SID (the carrier's console, first page): ")
  const auth_token = await askHidden('Auth token (same page, stays hidden): ')
  if (!account_sid || !auth_token) refuse('Without account SID and auth token no call goes out. Run this again.')
  await product.fillCarrierSecret({ ...known, account_sid, auth_token })
  // Opens the product again, because an open one keeps the old secret for some seconds.
  const filled = await open(name)
  const again = await filled.refusalOfCarrier()
  if (again) refuse(`${again} Then run this again.`)
  return filled
}

const ensureUser = async (product: DeployedProduct, { ask, say }: SetUpWorld): Promise<number> => {
  const known = await product.firstUser()
  if (known !== undefined) {
    say(`6 of 8  User          ${known}`)
    return known
  }
  const name = await ask('Name of the first user: ')
  const email = await ask('E-mail address: ')
  if (!name || !email.includes('@')) refuse('A user needs a name and an e-mail address. Run this again.')
  const { id, token } = await product.createUser(name, email)
  say(`6 of 8  User          ${id}. The API token is shown only now: ${token}`)
  return id
}

const ensureNumber = async (user: number, product: DeployedProduct, { ask, say }: SetUpWorld): Promise<void> => {
  if (await product.hasNumber(user)) return say('7 of 8  Number        the user has one')
  const phone = await ask("Number of the carrier's account (+…, empty for none): ")
  if (!phone) return say('7 of 8  Number        none: POST /user/phone-numbers/purchase buys one')
  await product.addNumber(user, phone)
  say(`7 of 8  Number        ${phone} leads to the stack`)
}
