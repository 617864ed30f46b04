/**
 * Passwords as the emulator keeps them: in memory, as they were given.
 *
 * @since 0.1.0
 */
import * as bcrypt from "bcryptjs"
import type { UserRow } from "./rows.ts"

/**
 * Says whether a text is a bcrypt hash that the service takes: the modular crypt format, at most 16 rounds.
 *
 * @category guards
 * @since 0.1.0
 */
export const isHash = (text: string): boolean => {
  const rounds = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text)?.[1]
  return rounds !== undefined && Number(rounds) >= 4 && Number(rounds) <= 16
}

/**
 * Says whether this is the user's password.
 *
 * @category guards
 * @since 0.1.0
 */
export const matches = ({ password }: UserRow, text: string): boolean =>
  password !== null && ("plain" in password ? password.plain === text : bcrypt.compareSync(text, password.bcrypt))
