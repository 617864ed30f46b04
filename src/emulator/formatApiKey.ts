/**
 * API keys as texts, which scanners for leaked secrets can tell from other texts without asking anybody.
 *
 * @since 0.1.0
 */
import { base32 } from "../wire/base32.ts"

/** What every key of the service says about where it comes from. */
const mark = "574ck4u7h"

/**
 * Returns the text of an API key: prefix, 45 secret characters, id, owner, flag, mark and checksum, 102 characters in all.
 *
 * @category constructors
 * @since 0.1.0
 */
export const formatApiKey = (key: {
  /** 45 characters that nobody can guess. */
  readonly secret: string
  readonly id: string
  readonly ownerType: "user" | "team"
  readonly isPublic: boolean
  /** Whether the hosted service issues the key, and not one that is run by somebody else. */
  readonly isHosted: boolean
}): string => {
  const flag = base32[(key.isHosted ? 0 : 1) + (key.isPublic ? 2 : 0)]
  const text = `${key.isPublic ? "pk" : "sk"}_${key.secret}${key.id.replaceAll("-", "")}${key.ownerType}${flag}${mark}`
  return text + checksum(text)
}

/** The CRC-32 of a text (ISO 3309, as in gzip) as eight hexadecimal digits. */
const checksum = (text: string): string => {
  let crc = ~0
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >>> 1 ^ 0xedb88320 : crc >>> 1
  }
  return (~crc >>> 0).toString(16).padStart(8, "0")
}
