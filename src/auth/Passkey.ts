/**
 * Passkeys: signing in with what a device, a password manager or a security key holds, and nothing to type.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export * from "./passkey/ceremony.ts"

/** @since 0.1.0 */
export * from "./passkey/requests.ts"
