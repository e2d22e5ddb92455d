/** Resolves with undefined if the person denies permission, or no microphone exists. */
export const microphone = (): Promise<MediaStream | undefined> =>
  navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => undefined) ?? Promise.resolve(undefined)

export const release = (sound: MediaStream | undefined): void => {
  for (const track of sound?.getTracks() ?? []) track.stop()
}
