/** The host of an app with React Native and Expo. */
export * as DeepLinks from "./native/DeepLinks.ts"
export * as Expo from "./native/Expo.ts"
export * as NativeOAuth from "./native/NativeOAuth.ts"
export * as OAuthBrowser from "./native/OAuthBrowser.ts"
