/** The components that the app uses. The real package is 200 MB with its dependencies, and only its types would be used. */
declare module "react-native" {
  import type { ComponentType, ReactNode } from "react"

  export const View: ComponentType<{ readonly children?: ReactNode }>
  export const Text: ComponentType<{ readonly children?: ReactNode }>
  export const Button: ComponentType<
    { readonly title: string; readonly disabled?: boolean; readonly onPress: () => unknown }
  >
  export const TextInput: ComponentType<{
    readonly value: string
    readonly placeholder?: string
    readonly autoCapitalize?: "none"
    readonly autoComplete?: "email" | "password"
    readonly secureTextEntry?: boolean
    readonly onChangeText: (text: string) => void
  }>
}
