export const zip64Of = (parts: Record<string, string>): Uint8Array<ArrayBuffer> => {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(text)]
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(nameBytes.length, 26)
    const extra = Buffer.alloc(28)
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(24, 2)
    for (const [place, value] of [bytes.length, bytes.length, offset].entries())
      extra.writeBigUInt64LE(BigInt(value), 4 + place * 8)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    for (const place of [20, 24, 42]) entry.writeUInt32LE(0xffffffff, place)
    entry.writeUInt16LE(nameBytes.length, 28)
    entry.writeUInt16LE(extra.length, 30)
    files.push(header, nameBytes, bytes)
    directory.push(entry, nameBytes, extra)
    offset += header.length + nameBytes.length + bytes.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x06064b50, 0)
  end64.writeBigUInt64LE(BigInt(size), 40)
  end64.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  for (const place of [12, 16]) end.writeUInt32LE(0xffffffff, place)
  return new Uint8Array(Buffer.concat([...files, ...directory, end64, locator, end]))
}
