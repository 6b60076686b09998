/** Findings as reviewers word them, for the suite of planted flaws: `item/flaw`, right ones, and wrong ones nearby. */

export interface FlawWording {
  readonly flaw: string;
  readonly right: readonly string[];
  /** About the same place, and not the flaw. */
  readonly wrong: readonly string[];
}

export const FLAW_WORDINGS: readonly FlawWording[] = [
  {
    flaw: "seller-payouts/pauses-outlast-the-lease",
    right: [
      "Retries can outlive the lease: 4 × 20 s plus mandatory back-off 2+4+8 s is 94 s, but the lease is gone after 90 s, so a second worker may pick the transfer up.",
      "The 80 s figure ignores the 14 s of waiting the bank demands between calls; a worker may still be calling when its lease has lapsed.",
      "Two workers may process one transfer. Worst case per transfer = 20+2+20+4+20+8+20 = 94 seconds > 90.",
    ],
    wrong: [
      "The lease of 90 s is too long: a hung worker blocks its transfer for one and a half minutes.",
      "Leases depend on clocks within 50 ms, and 80 s is below 90 only if renewals are not lost.",
    ],
  },
  {
    flaw: "seller-payouts/slow-ones-miss-the-cutoff",
    right: [
      "The runtime ignores the tail. 360 transfers × 94 s = 33,840 worker-seconds, /24 = 1,410 s extra, so the run ends around 00:43 and misses the 00:30 cut-off.",
      "A median is not a mean: the unanswered transfers alone add about 23 minutes over 24 workers, so transfers are booked late, after the cutoff.",
      "50 minutes is the best case. 360 timeouts of 80 s each occupy 28,800 worker seconds = 20 min more, to 00:40, past the bank's cut-off.",
    ],
    wrong: [
      "The run ends at 00:20, which leaves only ten minutes to the cut-off; any delay misses it.",
      "360 unclear transfers a night are too many for three people in accounting.",
    ],
  },
  {
    flaw: "seller-payouts/key-changes-at-midnight",
    right: [
      "The idempotency key contains the call date. A call at 23:59 that timed out and is repeated after midnight carries a new key and may be paid twice.",
      "Because the run spans midnight, retries of the same transfer get a different key and the bank will treat them as separate payments.",
      "Key = number + date of call; the date flips during the run, so the second attempt is a duplicate payment the bank cannot recognise.",
    ],
    wrong: [
      "Keys are remembered for seven days only, so a transfer sent again after eight days is paid twice.",
      "A run that passes midnight books part of the transfers on the wrong day.",
    ],
  },
  {
    flaw: "seller-payouts/equal-parts-close-each-other",
    right: [
      "Reconciliation cannot tell the two 5,000 parts of a split payout apart: same account, same amount, same date. One booking closes both.",
      "12,000 EUR becomes two identical tranches; the matching rule only asks whether a booking exists, so a single booking closes the pair and a failed tranche stays hidden.",
      "Statement matching is ambiguous for split payouts (identical 5,000 transfers).",
    ],
    wrong: [
      "The statement comes at 06:00 and accounting looks at 07:00, too late for transfers of the night.",
      "Splitting into 5,000 EUR raises the number of transfers and the fees.",
    ],
  },
  {
    flaw: "settings-store/site-lost-during-update",
    right: [
      "With one node being reinstalled (half the week) losing site A leaves only three voters, below the quorum of four.",
      "7 - 1 - 3 = 3 < 4: during the weekly rolling update a failure of A stops writes, contradicting 'at any time'.",
      "For 84 hours each week a node is out; then A failing means three nodes left and no majority.",
    ],
    wrong: [
      "Loss of site A leaves only four nodes, which is exactly the quorum, so there is no reserve.",
      "Taking each node out weekly for 12 hours is a lot of operational work.",
    ],
  },
  {
    flaw: "settings-store/upload-counts-too",
    right: [
      "RPO is not 15 minutes: snapshot interval 15 + upload 12 = up to 27 minutes of lost writes.",
      "If the disaster strikes right before an upload finishes, the last durable snapshot is 27 min old.",
      "Worst-case data loss is 15 + 12 = 27 minutes because a snapshot only counts once uploaded.",
    ],
    wrong: [
      "Snapshots every 15 minutes with an upload of 12 minutes leave only three minutes of pause.",
      "A restore took 11 hours, far more than the 15 minutes promised.",
    ],
  },
  {
    flaw: "settings-store/two-caches-add-up",
    right: [
      "Gateway cache 60 s plus library cache 45 s gives 105 s staleness, above the 90 seconds for revoked keys.",
      "Revoked keys may be accepted for up to 105 seconds.",
      "Two caches stack: 60 + 45 = 105 > 90.",
    ],
    wrong: [
      "The gateway keeps answers for 60 seconds, so a revoked key is still accepted for a minute.",
      "Failed reads retry for 7 seconds, which may exceed the 90 seconds of the requirement.",
    ],
  },
  {
    flaw: "screening-year/second-test-of-the-same-blood",
    right: [
      "The two tests are not independent: false positives stem from lifelong antibodies, so the retest of the same serum will be positive too.",
      "Cross-reacting antibodies make the same person positive again, so multiplying 3 % by 3 % for the second test is invalid and ~2,151 go to clinics.",
      "Repeat testing the same sample does not filter errors that are systematic.",
    ],
    wrong: [
      "Testing twice loses ill people: the second test misses 5 percent of them again.",
      "2,151 positive people have to be called by telephone, which the staff cannot do.",
    ],
  },
  {
    flaw: "screening-year/blood-of-friday-evening",
    right: [
      "A sample drawn Friday at 17:00 waits for Monday's courier and reaches the lab Tuesday 10:00, 89 hours later, beyond the 78 h stability.",
      "Thursday evening draws are collected Friday 16:00 and delivered Monday 10:00: up to 90 hours, past the 78 hours.",
      "Draws after the 16:00 pick-up before the weekend arrive 88 to 90 hours old; serum is stable for 78.",
    ],
    wrong: [
      "A sample from Friday 8:00 arrives after 74 hours, just four hours below the 78.",
      "The laboratory is closed at the weekend, so samples of Friday wait.",
    ],
  },
  {
    flaw: "warehouse-load/compressed-is-not-parsed",
    right: [
      "The loader's 400 MB/s is for CSV, the 1.5 TB is compressed 4:1, so it has to parse 6 TB: about 4 h 10 min.",
      "1.5 TB is the gzip size; decompressed it is four times that and the load ends after 08:00.",
      "Load time is understated: 6 TB / 400 MB/s = 15,000 s.",
    ],
    wrong: [
      "Parsing 1.5 TB at 400 MB/s takes 3,750 s with all cores busy, so merging has no core left.",
      "The load ends at 05:03, which leaves less than an hour until 06:00.",
    ],
  },
  {
    flaw: "warehouse-load/late-commits-are-lost",
    right: [
      "now() returns the transaction start time. A 20-minute delivery that commits after the export has an old updated_at and the five-minute overlap never picks it up.",
      "Long-running delivery transactions commit late: their rows are stamped up to 20 minutes before they become visible, outside the 5 minutes of overlap.",
      "Rows of a transaction still open at export time get skipped for good, since the next export only reaches back five minutes.",
    ],
    wrong: [
      "Clocks may differ by more than a second; then five minutes are not enough.",
      "Deliveries until 23:00 are not in the reports of the morning.",
    ],
  },
  {
    flaw: "warehouse-load/day-of-month-or-weekday",
    right: [
      "In Debian cron, day-of-month and day-of-week are ORed, so '0 3 1-7 * 1' runs every day from the 1st to the 7th and every Monday.",
      "The rebuild cron fires on each Monday as well as on days 1-7; cron takes either field.",
      "`0 3 1-7 * 1` is a union of the first seven days and all Mondays, not the first Monday.",
    ],
    wrong: [
      "The rebuild on the first Monday takes five hours and ends at 08:00, after the reports are due.",
      "Cron starts the nightly load and the rebuild at the same minute on Mondays 1-7, a race.",
    ],
  },
  {
    flaw: "order-events/keys-change-partition",
    right: [
      "Growing the topic from 12 to 30 partitions changes hash(key) mod n: later events of an order land in a different partition and may be consumed before earlier ones.",
      "Repartitioning on Wednesday breaks per-order ordering.",
      "After adding partitions the same order number maps to another partition, so ordering is lost for in-flight orders.",
    ],
    wrong: [
      "Twelve partitions are too few for 600 events a second.",
      "Consumers ignore the sequence, so an event that is delivered twice is applied twice.",
    ],
  },
  {
    flaw: "replacement-buses/one-bay-is-too-few",
    right: [
      "One bay at Oberau with 4 minutes per bus handles at most 15 buses an hour, not 24.",
      "Boarding is the bottleneck: 60 / 4 = 15 departures per hour from the single bay.",
      "24 buses/h at 4 min each need 96 min of bay time per hour.",
    ],
    wrong: [
      "24 buses an hour from one bay will block the road in front of the station.",
      "Boarding takes three minutes, which the round of 52 minutes leaves out, so 21 buses are too few.",
    ],
  },
  {
    flaw: "replacement-buses/no-rest-at-the-change",
    right: [
      "When groups swap on Monday the late group finishes at 00:30 and starts at 05:00: 4.5 hours of rest instead of eleven.",
      "The Monday rotation gives drivers only four and a half hours between shifts; the rules want 11 hours.",
      "Swap day: rest is 4h30 for the former late shift.",
    ],
    wrong: [
      "Nine hours at the wheel with one break of 45 minutes after four and a half hours is exactly the limit, without reserve.",
      "Drivers work seven days in a row, as both shifts run every day of the week.",
    ],
  },
];

/** The other flaws of the first six plans. */
export const FURTHER_WORDINGS: Readonly<Record<string, readonly string[]>> = {
  "seller-payouts/release-after-the-split": [
    "The four-eyes check is dead: splitting at 23:00 caps every transfer at 5,000, so at 23:10 nothing exceeds 10,000 and no payment is ever held.",
    "Second-person release can never trigger because all transfers are already ≤ 5,000 EUR when the release job runs; policy is violated for a 12,000 payout.",
    "Release control is evaluated per transfer after splitting, but policy applies per recipient per day.",
  ],
  "settings-store/log-is-shorter-than-the-update": [
    "A node away for 12 h misses 12*3600*6 = 259,200 entries, more than the 200,000 kept, so it needs the 10-hour full copy rather than minutes.",
    "The log covers only 9.26 hours of writes (200,000/6/3600) while updates take 12 hours.",
    "Catch-up from log is impossible after an update: about 259k entries accumulate vs 200,000 retained.",
  ],
  "settings-store/empty-voters-stop-writes": [
    "Adding four empty voters raises quorum to 4 while only three nodes hold data; no write can commit until one finished its 10 h copy.",
    "After the membership change the cluster loses availability overnight: the new nodes cannot acknowledge entries.",
    "Quorum of seven is four, but empty nodes cannot ack, so commits stall during the initial copy.",
  ],
  "screening-year/repeats-need-the-laboratory-too": [
    "Lab capacity is 1,800/week with 1,800 first tests; the 4 % invalid repeats (72/week) and 60/week confirmatory tests don't fit.",
    "72,000 tests ordered cover first tests only; repeats for invalid results (2,880) and second tests (2,425) exceed the order.",
    "The laboratory has zero headroom: re-measurements and second tests of positives come on top.",
  ],
  "screening-year/birthdays-during-the-year": [
    "Eligibility is fixed on 1 January but the ordinance uses age at the draw; people turning 70 before their appointment would be tested unlawfully.",
    "Someone 69 on 1 January may be 70 on the day of the draw and then needs a physician's order.",
    "Age cutoff date mismatch: invitation uses 1 January, law uses day of draw; those who reach 70 during the 40 weeks are not covered.",
  ],
  "screening-year/earlier-is-not-longer": [
    "Five-year survival from diagnosis suffers from lead-time and length bias.",
    "Comparing survival of screen-detected with symptomatic cases is invalid: screening moves the diagnosis date forward (lead time).",
    "Survival from diagnosis will look better in the screened group even if nobody lives longer, because the clock starts earlier.",
  ],
  "warehouse-load/etag-of-parts": [
    "For multipart uploads the ETag is not the MD5 of the object, so the comparison fails for every file.",
    "S3 multipart ETag = MD5 of concatenated part MD5s plus '-n'; it will never equal the whole-file MD5.",
    "ETag of an object uploaded in parts is a composite hash; all files would be re-uploaded three times and left out.",
  ],
  "warehouse-load/lock-in-a-pooled-session": [
    "Session-level advisory locks do not work through PgBouncer in transaction mode: the lock may stay on a server connection and unlock runs elsewhere.",
    "Port 6432 is PgBouncer transaction pooling; pg_advisory_lock is tied to a server session, which changes between transactions.",
    "Advisory lock is unreliable behind transaction-mode pooling — 400 transactions may hit different backends.",
  ],
  "order-events/busy-hour-is-not-caught-up": [
    "Peak is 600 events/s vs 250/s publisher, leaving 350/s × 3600 = 1.26 M backlog; at 250/s the last waits 84 minutes, more than one hour.",
    "On a busy Saturday the outbox grows by 1.26 million and drains at only 50/s, so billing is hours late.",
    "Publisher throughput 250/s is too low for 3x load (600/s): backlog delay exceeds the hour.",
  ],
  "order-events/numbers-lose-digits": [
    "JSON.parse loses precision for 19-digit integers above 2^53; 1840221936047112193 becomes 1840221936047112200.",
    "Order numbers exceed Number.MAX_SAFE_INTEGER so the customer page requests the wrong order.",
    "A 64-bit id as JSON number is rounded to a double in the browser.",
  ],
  "order-events/unknown-status-pays-back": [
    "ON_HOLD goes live Thursday, billing learns it the following Tuesday; until then billing treats it as CANCELLED and refunds customers.",
    "Between Thursday and Tuesday every ON_HOLD event makes billing reverse the invoice since unknown statuses are handled like CANCELLED.",
    "New status ON_HOLD is published before consumers understand it, so invoices will be reversed and money paid back.",
  ],
  "order-events/repeated-after-the-window": [
    "Dedup window is five minutes but the resend happens after ten minutes, so the queue delivers it again and the order ships twice.",
    "The FIFO queue only deduplicates within 5 minutes; a retry after 10 min is outside the window.",
    "Resending after ten minutes with the same id is not suppressed: the deduplication interval is 5 minutes.",
  ],
  "replacement-buses/counted-in-the-holidays": [
    "The count took place 12-16 July, inside the school holidays (28 June-10 August); in October pupils (30 %) ride too, so demand is about 2,480/h.",
    "Passenger figure measured in summer holidays underestimates term-time demand.",
    "July count excludes pupils; in term three of ten passengers are pupils so 1,736 is too low.",
  ],
  "replacement-buses/full-bus-is-too-heavy": [
    "A full bus weighs 11.2 t + 75×70 kg = 16.45 t, exceeding Mill Bridge's 16 t.",
    "11.2 + 5.25 = 16.45 > 16 t actual mass on the bridge.",
    "Full buses (16.45 t) may not cross the Mill Bridge.",
  ],
  "replacement-buses/train-has-left": [
    "Arrival 23:48 plus 4 min walk = 23:52, after the 23:50 departure.",
    "Last bus passengers miss the last train: only two minutes between arrival and departure, but walking takes four.",
    "The connection 23:48→23:50 ignores the four minutes from the yard to platform 1.",
  ],
};
