/** Asks for the permission. Undefined without one, or without a microphone. */
export const microphone = (): Promise<MediaStream | undefined> =>
  navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => undefined) ?? Promise.resolve(undefined)

/** The line asks for its own sound. */
export const release = (sound: MediaStream | undefined): void => {
  for (const track of sound?.getTracks() ?? []) track.stop()
}
