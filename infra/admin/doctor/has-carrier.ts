import { carrierFields } from '../../stack/carrier-secret.ts'
import type { AdminTools } from '../tools.ts'

export const hasCarrier = async ({ parts }: AdminTools['stack']): Promise<boolean> => {
  const fields = await parts.secrets.read('CARRIER').catch((): Record<string, string> => ({}))
  return carrierFields.every((name) => fields[name])
}
