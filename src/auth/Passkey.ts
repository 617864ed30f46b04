/** Passkeys: sign-in with a device, a password manager or a security key, without a password. */

export * from "./passkey/ceremony.ts"

export * from "./passkey/requests.ts"

export * from "./passkey/support.ts"
