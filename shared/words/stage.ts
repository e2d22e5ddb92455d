export interface Stage {
  /** One machine, with doubles at the network boundary. */
  isLocal: boolean
}
