/** The API key format, which secret scanners can recognize without a request. */
import { base32 } from "../../wire/base32.ts"

/** The service's mark, which all its keys contain. */
const mark = "574ck4u7h"

/** Formats an API key: prefix, 45 secret characters, id, owner, flag, mark and checksum, 102 characters in total. */
export const formatApiKey = (key: {
  /** 45 random characters. */
  readonly secret: string
  readonly id: string
  readonly ownerType: "user" | "team"
  readonly isPublic: boolean
  /** `true` for the hosted service's keys, `false` for a self-hosted one's. */
  readonly isHosted: boolean
}): string => {
  const flag = base32[(key.isHosted ? 0 : 1) + (key.isPublic ? 2 : 0)]
  const text = `${key.isPublic ? "pk" : "sk"}_${key.secret}${key.id.replaceAll("-", "")}${key.ownerType}${flag}${mark}`
  return text + checksum(text)
}

/** Returns a string's CRC-32 (ISO 3309, as in gzip) as eight hexadecimal digits. */
const checksum = (text: string): string => {
  let crc = ~0
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >>> 1 ^ 0xedb88320 : crc >>> 1
  }
  return (~crc >>> 0).toString(16).padStart(8, "0")
}
