import {
  asPrintedWords,
  missedElsewhere,
  PEAKS_MEET_TARGETS,
  totalDelayWords,
} from './analyses/as-printed-words.ts'
import { actsWords, keepsWords } from './analyses/beside-sandpiper-words.ts'
import { COEFFICIENTS, VARIATION_IS_BOUND } from './analyses/calibration-words.ts'
import { decisionWords } from './analyses/decision-words.ts'
import { doubtWords } from './analyses/doubt-words.ts'
import {
  IO_READING,
  NO_SERVICE_TIME,
  TWIN_ANSWERED_NOTHING,
  TWIN_ASSUMES,
} from './analyses/estimator-words.ts'
import { lackWords, remedyOf } from './analyses/evidence-words.ts'
import { findingWords } from './analyses/finding-words.ts'
import { missingCapacityWords } from './analyses/missing-capacity-words.ts'
import { noteWords } from './analyses/note-words.ts'
import { absentWords, moreRoomWords, optionsHeadline } from './analyses/options-words.ts'
import { comparisonWords, dissentWords, predictorStatement } from './analyses/predictor-words.ts'
import { RANGE_REASONS } from './analyses/range-words.ts'
import { noteOf, reasonWords } from './analyses/ranking-words.ts'
import { adviceWords } from './analyses/recommendation/advice-words.ts'
import {
  basisWords,
  COMPANION_NOTES,
  heldTargetsWords,
  stepMissesWords,
} from './analyses/recommendation/basis-words.ts'
import { objectiveStatement } from './analyses/recommendation/objective-statement.ts'
import { payerWords } from './analyses/recommendation/payer-words.ts'
import { proofStatement, provenBesideWords } from './analyses/recommendation/proof-words.ts'
import { smallerChangeWords } from './analyses/recommendation/smaller-change-words.ts'
import { warningWords } from './analyses/recommendation/solution-words.ts'
import { beyondEquation7 } from './analyses/recommendation/total-delay-words.ts'
import { sandpiperWords } from './analyses/sandpiper-words.ts'
import { assumptionOf, obstacleOf } from './analyses/twin-words.ts'
import { headlineOf, outlookOf, whyTheyStay } from './analyses/verdict-words.ts'
import { endingText, notUndoneText, stepText, stopText } from './applications/application-words.ts'
import { markWords } from './applications/mark-words.ts'
import { forecastSentence, WHY_NOT_SEEN } from './forecasts/forecast-words.ts'
import { basisWords as overheadBasisWords, whyNotTold } from './forecasts/overhead-words.ts'
import {
  domainWords,
  comparisonWords as recordingsComparedWords,
} from './hosts/comparison-words.ts'
import { CREATED_ANEW, DOMAIN_GONE, startedAgainWords } from './hosts/drift-words.ts'
import { eventWords, targetMissedWords } from './hosts/event-words.ts'
import { GUEST_FIXES, HOST_FIXES } from './hosts/fixes.ts'
import { allowanceWords, remarkWords, verdictWords } from './lab/real-time-words.ts'
import {
  staleWords,
  adviceWords as threadsAdviceWords,
  waitingWords,
} from './load-balancers/advice-words.ts'
import { kneeSentence, trustSentence } from './load-balancers/fit-words.ts'
import { capsOriginWords, capsStatement } from './loop/caps-words.ts'
import { hindranceWords } from './loop/hindrance-words.ts'
import { openedWords } from './loop/hotspot-words.ts'
import { outcomeWords } from './loop/outcome-words.ts'
import { policyWords } from './loop/policy-words.ts'
import { reliefWords } from './loop/relief-words.ts'
import { SAYINGS, sayingWords } from './loop/saying-words.ts'
import { momentWords } from './moment-words.ts'
import {
  capsNotChangedTitle,
  headlineWords,
  mailSubject,
  notShownWords,
  STOPPED_TITLE,
  TEST_TITLE,
  targetTitle,
  testWords,
  turnTitle,
} from './notifications/notification-words.ts'
import { inviteMail, resetMail } from './people/link-mail.ts'
import { keepingWords } from './plans/keeping-words.ts'
import { outcomeWords as planOutcomeWords } from './plans/outcome-words.ts'
import {
  APPROVAL_NEEDED,
  approvedWords,
  approverNotIndependentWords,
  domainMissingWords,
  HOST_NOT_CONNECTED,
  MADE_ONLY,
  NAME_IS_AMBIGUOUS,
  NEVER_CHANGED,
  NOT_CONNECTED,
  noCommandWords,
  PLAN_EXPIRED,
  rejectedWords,
  SCHEDULER_UNKNOWN,
} from './plans/plan-state-words.ts'
import { driftText, PROVISIONAL, reasonText } from './plans/plan-words.ts'
import { othersWords, RELIEF_ORIGIN, restoredWords } from './plans/wish-words.ts'
import { ADVICE_WORDS, hostAdviceWords, movesProofWords } from './pools/advice-words.ts'
import {
  clockOffWords,
  gapWords,
  LOAD_LIMITS,
  LOAD_NEVER_READ,
  loadStoppedWords,
  poolFailsWords,
  RECORDING_DENIED,
  unrecordedWords,
} from './pools/load-words.ts'
import {
  effectWords,
  followedWords,
  keptWeightWords,
  MOVE_REFUSED,
  moveTitle,
  NEVER_BEGUN,
  refusalWords,
  whereaboutsWords,
  worseTitle,
} from './pools/move-words.ts'
import { placeRefusalWords, WLB_WORDS } from './pools/place-words.ts'
import { doubtWords as doubtWordsOfPool, POOL_FIXES, stayWords } from './pools/pool-words.ts'
import {
  storedWeightWords,
  weightEndWords,
  weightNotes,
  weightTitle,
} from './pools/weight-plan-words.ts'
import { keptXlWeightWords, xlRefusalWords, xlWhereaboutsWords } from './pools/xl-move-words.ts'
import { clockWarning, recordingWarnings, tracingLeftOn } from './recordings/recording-warnings.ts'
import { changeWords, whatIfWords } from './runs/change-words.ts'
import { headroomSentence, headroomWords } from './runs/headroom-words.ts'
import { labVerdict } from './runs/lab-verdict.ts'
import { leadSentence, winnerSentence } from './runs/lever-words.ts'
import { labNoteWords, whatIfNoteWords } from './runs/run-notes.ts'
import { unknownFormWords } from './unknown-form-words.ts'
import { contradictionWords } from './uploads/host-facts-words.ts'
import { nounOf, titleOf } from './uploads/source-words.ts'
import { crowdedLog, notesOn } from './uploads/traced-notes.ts'

/** What the product says in English: by what it is about, codes and values in, sentences out. */
export const english = {
  moment: momentWords,
  unknownForm: unknownFormWords,
  analyses: {
    absentOption: absentWords,
    advice: adviceWords,
    asPrinted: asPrintedWords,
    basis: basisWords,
    beyondEquation7,
    coefficient: COEFFICIENTS,
    companion: COMPANION_NOTES,
    comparison: comparisonWords,
    decision: decisionWords,
    dissent: dissentWords,
    doubt: doubtWords,
    finding: findingWords,
    headline: headlineOf,
    outlook: outlookOf,
    heldTargets: heldTargetsWords,
    ioReading: IO_READING,
    lack: lackWords,
    missedElsewhere,
    missingCapacity: missingCapacityWords,
    moreRoom: moreRoomWords,
    noServiceTime: NO_SERVICE_TIME,
    note: noteWords,
    objective: objectiveStatement,
    optionsHeadline,
    payers: payerWords,
    peaksMeetTargets: PEAKS_MEET_TARGETS,
    predictor: predictorStatement,
    proof: proofStatement,
    provenBeside: provenBesideWords,
    range: RANGE_REASONS,
    rankingNote: noteOf,
    rankingReason: reasonWords,
    remedy: remedyOf,
    sandpiper: sandpiperWords,
    sandpiperActs: actsWords,
    sandpiperKeeps: keepsWords,
    smallerChange: smallerChangeWords,
    solutionWarning: warningWords,
    stepMisses: stepMissesWords,
    totalDelay: totalDelayWords,
    twinAnsweredNothing: TWIN_ANSWERED_NOTHING,
    twinAssumes: TWIN_ASSUMES,
    twinAssumption: assumptionOf,
    twinObstacle: obstacleOf,
    variationIsBound: VARIATION_IS_BOUND,
    whyWeightsStay: whyTheyStay,
  },
  applications: {
    ending: endingText,
    mark: markWords,
    notUndone: notUndoneText,
    step: stepText,
    stop: stopText,
  },
  forecasts: {
    forecast: forecastSentence,
    notSeen: WHY_NOT_SEEN,
    overheadBasis: overheadBasisWords,
    whyNotTold,
  },
  hosts: {
    compared: recordingsComparedWords,
    comparedDomain: domainWords,
    createdAnew: CREATED_ANEW,
    domainGone: DOMAIN_GONE,
    event: eventWords,
    fixes: HOST_FIXES,
    guestFixes: GUEST_FIXES,
    startedAgain: startedAgainWords,
    targetMissed: targetMissedWords,
  },
  lab: {
    allowance: allowanceWords,
    realTimeRemark: remarkWords,
    realTimeVerdict: verdictWords,
  },
  loadBalancers: {
    advice: threadsAdviceWords,
    knee: kneeSentence,
    stale: staleWords,
    trust: trustSentence,
    waiting: waitingWords,
  },
  loop: {
    caps: capsStatement,
    capsOrigin: capsOriginWords,
    hindrance: hindranceWords,
    hotspotOpened: openedWords,
    outcome: outcomeWords,
    policy: policyWords,
    relief: reliefWords,
    saying: sayingWords,
    sayings: SAYINGS,
  },
  notifications: {
    capsNotChanged: capsNotChangedTitle,
    headline: headlineWords,
    mailSubject,
    notShown: notShownWords,
    stopped: STOPPED_TITLE,
    targetTitle,
    test: testWords,
    testTitle: TEST_TITLE,
    turnTitle,
  },
  people: { invite: inviteMail, reset: resetMail },
  pools: {
    advice: ADVICE_WORDS,
    hostAdvice: hostAdviceWords,
    movesProof: movesProofWords,
    effect: effectWords,
    followed: followedWords,
    neverBegun: NEVER_BEGUN,
    worseTitle,
    keptWeight: keptWeightWords,
    moveRefused: MOVE_REFUSED,
    moveTitle,
    refusal: refusalWords,
    whereabouts: whereaboutsWords,
    byXl: {
      refusal: xlRefusalWords,
      whereabouts: xlWhereaboutsWords,
      keptWeight: keptXlWeightWords,
    },
    clockOff: clockOffWords,
    doubt: doubtWordsOfPool,
    fails: poolFailsWords,
    fixes: POOL_FIXES,
    gap: gapWords,
    loadLimits: LOAD_LIMITS,
    loadNeverRead: LOAD_NEVER_READ,
    loadStopped: loadStoppedWords,
    placeRefusal: placeRefusalWords,
    recordingDenied: RECORDING_DENIED,
    stays: stayWords,
    storedWeight: storedWeightWords,
    unrecorded: unrecordedWords,
    weightEnd: weightEndWords,
    weightNotes,
    weightTitle,
    wlb: WLB_WORDS,
  },
  plans: {
    approvalNeeded: APPROVAL_NEEDED,
    approved: approvedWords,
    approverNotIndependent: approverNotIndependentWords,
    domainMissing: domainMissingWords,
    drift: driftText,
    expired: PLAN_EXPIRED,
    hostNotConnected: HOST_NOT_CONNECTED,
    madeOnly: MADE_ONLY,
    nameIsAmbiguous: NAME_IS_AMBIGUOUS,
    neverChanged: NEVER_CHANGED,
    noCommand: noCommandWords,
    notConnected: NOT_CONNECTED,
    others: othersWords,
    outcome: planOutcomeWords,
    provisional: PROVISIONAL,
    reason: reasonText,
    rejected: rejectedWords,
    reliefOrigin: RELIEF_ORIGIN,
    restored: restoredWords,
    schedulerUnknown: SCHEDULER_UNKNOWN,
    keeping: keepingWords,
  },
  recordings: {
    clockWarning,
    tracingLeftOn,
    warnings: recordingWarnings,
  },
  runs: {
    changes: changeWords,
    headroom: headroomWords,
    labNote: labNoteWords,
    labVerdict,
    lead: leadSentence,
    leastHeadroom: headroomSentence,
    whatIf: whatIfWords,
    whatIfNote: whatIfNoteWords,
    winner: winnerSentence,
  },
  uploads: {
    contradiction: contradictionWords,
    crowdedLog,
    sourceNoun: nounOf,
    sourceTitle: titleOf,
    tracedNotes: notesOn,
  },
}
