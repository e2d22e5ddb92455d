import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto'
import * as z from 'zod'
import { type EvidenceKey, keyIdOf, type Signature } from '../../domain/evidence/signature.ts'
import { canonical } from '../../words/canonical.ts'
import { must } from '../../words/must.ts'
import type { Stage } from '../../words/stage.ts'
import { type AwsParts, askAws } from './ask-aws.ts'
import type { Secrets } from './secrets.ts'

/** Signs with a KMS key in prod, elsewhere with a key derived from the secret TOOLS. */
export interface EvidenceSigner {
  sign(statement: object): Promise<Signature>
  key(): Promise<EvidenceKey>
}

interface SignerParts extends AwsParts {
  secrets: Secrets
  stage: Stage
}

export const evidenceSigner = (parts: SignerParts): EvidenceSigner => {
  const arn = parts.settings.get('EVIDENCE_KEY_ARN')
  return arn === undefined ? ownSigner(parts) : kmsSigner(arn, parts)
}

/** PKCS #8 prefix of an Ed25519 key. https://www.rfc-editor.org/rfc/rfc8410 */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Signs without a KMS key, to avoid its price. However, everyone who knows the secret can sign
 * anything.
 */
const ownSigner = ({ secrets, stage }: SignerParts): EvidenceSigner => {
  const privateKey = async (): Promise<KeyObject> => {
    const { key = stage.isLocal ? 'the key of one machine' : undefined } = await secrets.read('TOOLS')
    if (!key) throw new Error('The secret TOOLS holds no key')
    const seed = Buffer.from(hkdfSync('sha256', key, '', 'parlance evidence', 32))
    return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  }
  const publicOf = (key: KeyObject) => createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
  return {
    sign: async (statement) => {
      const key = await privateKey()
      const signature = sign(null, Buffer.from(canonical(statement)), key).toString('base64')
      return { key_id: keyIdOf(publicOf(key)), signature }
    },
    key: async () => {
      const public_key = publicOf(await privateKey())
      return { key_id: keyIdOf(public_key), algorithm: 'Ed25519', public_key }
    },
  }
}

const Answer = z.object({ PublicKey: z.string().optional(), Signature: z.string().optional() })

/**
 * Signs with a KMS key of type ECC_NIST_P256:
 * https://docs.aws.amazon.com/kms/latest/APIReference/API_Sign.html
 */
const kmsSigner = (arn: string, parts: SignerParts): EvidenceSigner => {
  const ask = async (action: 'GetPublicKey' | 'Sign', body: object) => {
    const url = `https://kms.${parts.settings.required('AWS_REGION')}.amazonaws.com/`
    const asked = { method: 'POST', url, service: 'kms', target: `TrentService.${action}` } as const
    const { status, text } = await askAws(parts, { ...asked, body: JSON.stringify({ KeyId: arn, ...body }) })
    if (status !== 200) throw new Error(`KMS answered ${status} to ${action}`)
    return Answer.parse(JSON.parse(text))
  }
  const askForKey = async (): Promise<EvidenceKey> => {
    const public_key = must((await ask('GetPublicKey', {})).PublicKey, 'public key of KMS')
    return { key_id: keyIdOf(public_key), algorithm: 'ECDSA-P256-SHA256', public_key }
  }
  let known: EvidenceKey | undefined
  const key = async (): Promise<EvidenceKey> => {
    known ??= await askForKey()
    return known
  }
  return {
    key,
    sign: async (statement) => {
      const digest = createHash('sha256').update(canonical(statement)).digest('base64')
      const asked = { Message: digest, MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' }
      const [{ key_id }, signed] = await Promise.all([key(), ask('Sign', asked)])
      return { key_id, signature: must(signed.Signature, 'signature of KMS') }
    },
  }
}
