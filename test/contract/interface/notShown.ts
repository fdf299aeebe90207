/**
 * For each statement that the contract leaves open ("not shown", "not named"), the answer in public material, which the
 * cases of these rows check. A run fails if an open row is missing here.
 */
export const chosenInstead: Readonly<Record<string, string>> = {
  '§2 Job, row 10: eta': 'Seconds until completion; -1 if nothing is expected.',
  '§2 Job payload fields seen in quote requests, rule 1: Full job payload accepted when ordering jobs: not':
    'The fields of the public payload tables: force, use_preferred, position, glossary_id, max_chars, ' +
    'purpose, tone, attachments and as_group in addition to those of a quote.',
  '§2 Other records, row 4: Comment': 'A ctime in Unix seconds.',
  '§2 Other records, rule 1: The format of ctime inside revision records: not': 'An integer, Unix seconds.',
  '§3 States and transitions, rule 1: Job statuses named: available, pending, reviewable, approved. Jobs':
    'queued; its jobs are counted in `jobs_queued` of the order and have no public ids.',
  '§3 States and transitions, rule 2: Resulting status values of revise, reject, archive and':
    'revising, rejected (then available or canceled), archived, canceled, hold and queued; the end of ' +
    'the window approves, and a revision not done in a day goes back to the pool.',
  '§4 Job endpoints, row 8: GET /v2/translate/job/{id}/comments':
    '`thread`: an array of body, author and ctime, oldest first, the comment of the order as its first entry.',
  '§4 Referenced endpoints, rule 1: POST of jobs (placing an order, taking the':
    'order_id, job_count, credits_used and currency; `order` with its totals, a count of queued jobs and ' +
    'lists of ids; `jobs` as an array of job records.',
  '§5 Authentication, rule 3: A separate sandbox environment exists, with lower throttling':
    'The simulated service is on loopback; a start option selects the column.',
  '§5 Authentication, rule 4: How api_sig is computed: not shown.':
    'The lowercase hexadecimal HMAC-SHA1 of the decimal text of ts under the private key.',
  '§5 Authentication, rule 5: Whether the three parameters travel in the query':
    'The query of GET and DELETE; the form of POST and PUT, next to `data`; as parts of a multipart ' +
    'body; in the query with only the data in the body.',
  '§6 Events, rule 2: No other event kinds are named.':
    "A translator's comment is sent in a field of its own, `comment`.",
  '§6 Events, rule 3: Payload of the callback: not shown.':
    'A form with one field, `job` or `comment`, whose value is JSON; the job as GET job has it; nothing over 60 KB.',
  '§6 Events, rule 4: Retry behaviour and delivery guarantees: not shown.':
    'Every 15 minutes for up to 12 hours, until the answer is 200.',
  '§7 Errors, rule 3: HTTP status codes used for failures: not shown.':
    'HTTP 200 with JSON for everything that the service itself refuses.',
  '§7 Errors, rule 4: Fields of err beyond code: not shown.': "`msg`; errors of single jobs as lists by the job's key.",
  '§7 Errors, rule 5: Catalogue of error codes and their meanings (including':
    'The public catalog: errorCatalog.test.ts.',
  '§8 Limits, rule 2: Response when throttled: see Errors. Limit on number':
    'Code 2800, with HTTP 429 or 200, as chosen; no limit on the number of jobs was found.',
};
