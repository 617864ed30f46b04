export * from "../../server/ContactChannels.ts"
