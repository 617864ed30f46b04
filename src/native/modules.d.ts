/**
 * The functions that this folder uses from Expo's packages. Latchkey is not compiled with them, and its declarations contain
 * none of these types. `examples/react-native` compiles this folder with the real packages.
 */
declare module "expo-secure-store" {
  export const AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: number
  export const getItemAsync: import("./ExpoModules.ts").SecureStoreModule["getItemAsync"]
  export const setItemAsync: import("./ExpoModules.ts").SecureStoreModule["setItemAsync"]
  export const deleteItemAsync: import("./ExpoModules.ts").SecureStoreModule["deleteItemAsync"]
}

declare module "expo-web-browser" {
  export const openAuthSessionAsync: import("./ExpoModules.ts").WebBrowserModule["openAuthSessionAsync"]
  export const dismissAuthSession: import("./ExpoModules.ts").WebBrowserModule["dismissAuthSession"]
}

declare module "expo-crypto" {
  export const getRandomBytes: import("./ExpoModules.ts").CryptoModule["getRandomBytes"]
  export const digestStringAsync: import("./ExpoModules.ts").CryptoModule["digestStringAsync"]
}

declare module "expo-linking" {
  export const getInitialURL: import("./ExpoModules.ts").LinkingModule["getInitialURL"]
  export const addEventListener: import("./ExpoModules.ts").LinkingModule["addEventListener"]
}
