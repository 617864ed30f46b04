/** An authenticator app. */
import { TOTP, URI } from "otpauth"

/** The code that an app shows, which has scanned this address, at a time in milliseconds. */
export const totpAt = (address: string, timestamp: number): string => {
  const totp = URI.parse(address)
  if (!(totp instanceof TOTP)) throw new Error(`This is not for one-time codes by time: ${address}`)
  return totp.generate({ timestamp })
}
