import { useEffect, useState } from 'preact/hooks'

/** Seconds for which a sentence about the last action is shown. */

const secondsShown = 8

let show: (text: string) => void = () => undefined

export const showToast = (text: string): void => show(text)

export const useToast = (): string => {
  const [toast, setToast] = useState('')
  useEffect(() => {
    show = setToast
    return () => {
      show = () => undefined
    }
  }, [])
  useEffect(() => {
    if (toast === '') return undefined
    const timer = setTimeout(() => setToast(''), secondsShown * 1000)
    return () => clearTimeout(timer)
  }, [toast])
  return toast
}
