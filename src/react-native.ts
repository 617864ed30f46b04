/** The host of an app with React Native and Expo. */
export * as AuthSession from "./native/AuthSession.ts"
export * as DeepLinks from "./native/DeepLinks.ts"
export * as Expo from "./native/Expo.ts"
export * as NativeOAuth from "./native/NativeOAuth.ts"
