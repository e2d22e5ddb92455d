import type { APIGatewayProxyEventV2 } from 'aws-lambda'

export const bodyBytesMax = 256 * 1024

export const bodyBytes = ({ body = '', isBase64Encoded }: Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'>) =>
  Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8')

export const textOf = ({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): string =>
  isBase64Encoded ? Buffer.from(body, 'base64').toString() : body
