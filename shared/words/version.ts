/** The version of the product and of its API: that of package.json, which a test compares. */
export const version = '0.1.0'
