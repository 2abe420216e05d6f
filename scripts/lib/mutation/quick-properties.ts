import fc from 'fast-check'

// Set-up of the tests of a mutation run, which repeats each property for hundreds of mutants. The
// same examples each time make its score repeatable, and nobody reads a smallest counter-example.
fc.configureGlobal({ seed: 1, numRuns: 50, interruptAfterTimeLimit: 2000, endOnFailure: true })
