/** Undefined without permission or microphone. */
export const microphone = (): Promise<MediaStream | undefined> =>
  navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => undefined) ?? Promise.resolve(undefined)

/** The line opens its own microphone. */
export const release = (sound: MediaStream | undefined): void => {
  for (const track of sound?.getTracks() ?? []) track.stop()
}
