/** Place of the code: some things are useful on one machine only. */
export interface Stage {
  /** One machine, with doubles at the network boundary. */
  isLocal: boolean
}
