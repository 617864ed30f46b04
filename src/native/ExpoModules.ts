/**
 * The parts that the layer uses from Expo's packages. The methods are declared as methods, so that the enums in the real
 * packages are assignable to strings.
 */

/** Options for an item in the keychain, a part of `SecureStoreOptions` in `expo-secure-store`. */
export type SecureStoreOptions = {
  /** iOS: when the item is readable. By default `AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY`. */
  readonly keychainAccessible?: number
  /** iOS: the item's service. Android: the key's alias. */
  readonly keychainService?: string
  /** iOS: the access group, for items that several apps share. */
  readonly accessGroup?: string
}

/** The used functions in `expo-secure-store`. */
export type SecureStoreModule = {
  readonly AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: number
  getItemAsync(key: string, options?: SecureStoreOptions): Promise<string | null>
  setItemAsync(key: string, value: string, options?: SecureStoreOptions): Promise<void>
  deleteItemAsync(key: string, options?: SecureStoreOptions): Promise<void>
}

/** The used functions in `expo-web-browser`. */
export type WebBrowserModule = {
  openAuthSessionAsync(
    url: string,
    redirectUrl?: string | null,
    options?: { readonly preferEphemeralSession?: boolean; readonly preferUniversalLinks?: boolean }
  ): Promise<{ readonly type: string; readonly url?: string }>
  dismissAuthSession(): void
}

/** The used functions in `expo-crypto`. */
export type CryptoModule = {
  getRandomBytes(byteCount: number): Uint8Array
  digestStringAsync(algorithm: string, data: string, options?: { readonly encoding: string }): Promise<string>
}

/** The used functions in `expo-linking`. */
export type LinkingModule = {
  getInitialURL(): Promise<string | null>
  addEventListener(type: "url", listener: (event: { readonly url: string }) => void): { remove(): void }
}

/** A device's modules. */
export interface ExpoModules {
  readonly SecureStore: SecureStoreModule
  readonly WebBrowser: WebBrowserModule
  readonly Crypto: CryptoModule
  readonly Linking: LinkingModule
}
