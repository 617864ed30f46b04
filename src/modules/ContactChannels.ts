export * from "../account/ContactChannels.ts"
