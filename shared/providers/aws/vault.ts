import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Random } from '../../words/clock.ts'
import type { Stage } from '../../words/stage.ts'
import type { Secrets } from './secrets.ts'

/**
 * Encrypts users' secrets, so that a copy of the table reveals nothing. `about` names the owner.
 * Decryption needs the same name.
 */
export interface Vault {
  seal(text: string, about: string): Promise<string>
  open(sealed: string, about: string): Promise<string>
}

interface VaultParts {
  secrets: Secrets
  stage: Stage
  random: Random
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const version = '1.'

export const vault = ({ secrets, stage, random }: VaultParts): Vault => {
  const keyOf = async (): Promise<Buffer> => {
    const { key = stage.isLocal ? 'the key of one machine' : undefined } = await secrets.read('TOOLS')
    if (!key) throw new Error('The secret TOOLS holds no key')
    return Buffer.from(hkdfSync('sha256', key, '', 'parlance tools', 32))
  }
  return {
    seal: async (text, about) => {
      const nonce = random.bytes(nonceBytes)
      const cipher = createCipheriv(algorithm, await keyOf(), nonce).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return version + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open: async (sealed, about) => {
      if (!sealed.startsWith(version)) throw new Error('What is sealed was sealed in another way')
      const bytes = Buffer.from(sealed.slice(version.length), 'base64')
      const decipher = createDecipheriv(algorithm, await keyOf(), bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}
