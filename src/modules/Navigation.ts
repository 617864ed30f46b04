export * from "../navigation/Navigation.ts"
