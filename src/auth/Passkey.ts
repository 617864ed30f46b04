/**
 * Passkeys: sign-in with a device, a password manager or a security key, without a password.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export * from "./passkey/ceremony.ts"

/** @since 0.1.0 */
export * from "./passkey/requests.ts"

/** @since 0.1.0 */
export * from "./passkey/support.ts"
