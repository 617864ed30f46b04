/** Stored passwords: in memory, in plain text or as bcrypt hashes. */
import * as bcrypt from "bcryptjs"
import type { UserRow } from "../state/rows.ts"

/** Returns `true` if a string is a bcrypt hash in modular crypt format with at most 16 rounds, as the service accepts. */
export const isHash = (text: string): boolean => {
  const rounds = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text)?.[1]
  return rounds !== undefined && Number(rounds) >= 4 && Number(rounds) <= 16
}

/** Returns `true` if a user's password matches. */
export const matches = ({ password }: UserRow, text: string): boolean =>
  password !== null && ("plain" in password ? password.plain === text : bcrypt.compareSync(text, password.bcrypt))
