import { carrierFields } from '../../stack/carrier-secret.ts'
import type { Tools } from '../tools.ts'

export const hasCarrier = async ({ parts }: Tools['stack']): Promise<boolean> => {
  const fields = await parts.secrets.read('CARRIER').catch((): Record<string, string> => ({}))
  return carrierFields.every((name) => fields[name])
}
