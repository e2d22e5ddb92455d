import { useState } from 'preact/hooks'
import { Problem } from '../client.ts'
import { type Trouble, troubleOf } from './problems.ts'
import { clientWith } from './session.ts'

export const SignIn = ({
  reason,
  onGood,
}: {
  reason: string | undefined
  onGood: (token: string, owner: number) => void
}) => {
  const [trouble, setTrouble] = useState<Trouble | undefined>(reason ? { message: reason, advice: '' } : undefined)
  const [isTrying, setTrying] = useState(false)
  const [token, setToken] = useState('')
  const tryToken = async (event: Event) => {
    event.preventDefault()
    setTrying(true)
    try {
      const { id } = await clientWith(token.trim()).getMe()
      onGood(token.trim(), id)
    } catch (cause) {
      const isRefused = cause instanceof Problem && cause.status === 401
      setTrouble(
        isRefused
          ? { message: 'This token is not good.', advice: 'Copy it whole, or ask for another one.' }
          : troubleOf(cause),
      )
      setTrying(false)
    }
  }
  return (
    <main class="sign-in">
      <h1>Parlance</h1>
      <form onSubmit={tryToken}>
        <label>
          API token
          <input
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder="parlance_…"
            value={token}
            onInput={({ currentTarget }) => setToken(currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary" disabled={isTrying || token.trim() === ''}>
          {isTrying ? 'Trying …' : 'Open the console'}
        </button>
      </form>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble.message} <span>{trouble.advice}</span>
        </p>
      )}
      <p class="quiet">
        <code>npm start</code> prints one; on a deployed stack, <code>npm run admin -- token create</code> makes one. It
        is kept for this tab only.
      </p>
    </main>
  )
}
