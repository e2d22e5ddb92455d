/** Returns advice on an AWS error; undefined for errors without advice. */
export const awsSentence = (cause: unknown): string | undefined => {
  if (!(cause instanceof Error)) return undefined
  const code = 'code' in cause ? String(cause.code) : ''
  return sentences.find(([pattern]) => pattern.test(`${cause.name} ${code} ${cause.message}`))?.[1]
}

const sentences: [pattern: RegExp, sentence: string][] = [
  [
    /^(ExpiredToken|RequestExpired|TokenRefreshRequired|CredentialsProviderError.*(expired|SSO session))|token.{0,40} expired/i,
    'Your AWS credentials have expired: sign in again, for example with aws sso login.',
  ],
  [
    /^CredentialsProviderError/,
    'There are no AWS credentials here: run aws configure or aws sso login, or set AWS_PROFILE.',
  ],
  [
    /^(InvalidClientTokenId|UnrecognizedClient|InvalidAccessKeyId|SignatureDoesNotMatch|InvalidSignature|AuthFailure)/,
    'AWS does not accept these credentials: check with aws sts get-caller-identity whose they are, and sign in again.',
  ],
  [/Region is missing|Region not accepted/, 'Say which region the stack is in: set AWS_REGION.'],
  [
    /^AccessDenied/,
    'Your AWS credentials may not do this: use those of an administrator of the account, who may read the stack and what is in it.',
  ],
  [
    /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|^TimeoutError/,
    'AWS cannot be reached from here: check the network, and that AWS_REGION names a region.',
  ],
]
