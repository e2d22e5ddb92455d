import { useEffect, useState } from 'preact/hooks'

/** Seconds for which a sentence about the last action is shown. */

const secondsShown = 8

let show: (text: string) => void = () => undefined

export const tell = (text: string): void => show(text)

export const useTold = (): string => {
  const [told, setTold] = useState('')
  useEffect(() => {
    show = setTold
    return () => {
      show = () => undefined
    }
  }, [])
  useEffect(() => {
    if (told === '') return undefined
    const timer = setTimeout(() => setTold(''), secondsShown * 1000)
    return () => clearTimeout(timer)
  }, [told])
  return told
}
