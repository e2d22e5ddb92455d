const samplesPerSecond = 8000
const headerBytes = 44

/** Makes 0.1 s of silence as WAV: 8 kHz, 16 bits, mono. */
export const silence = (): Uint8Array<ArrayBuffer> => {
  const dataBytes = (samplesPerSecond / 10) * 2
  const file = new Uint8Array(headerBytes + dataBytes)
  const view = new DataView(file.buffer)
  const write = (at: number, text: string) => file.set(new TextEncoder().encode(text), at)
  write(0, 'RIFF')
  view.setUint32(4, file.length - 8, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true) // bytes of the format block
  view.setUint16(20, 1, true) // PCM
  view.setUint16(22, 1, true)
  view.setUint32(24, samplesPerSecond, true)
  view.setUint32(28, samplesPerSecond * 2, true)
  view.setUint16(32, 2, true) // bytes per sample of all channels
  view.setUint16(34, 16, true) // bits per sample
  write(36, 'data')
  view.setUint32(40, dataBytes, true)
  return file
}
