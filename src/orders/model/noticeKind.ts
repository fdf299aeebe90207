/** The kinds of notices, in the order of their urgency. Each can be turned off by a setting. */
export const noticeKinds = ['unconfirmed', 'reviewEnding', 'question', 'held', 'budget'] as const;
export type NoticeKind = (typeof noticeKinds)[number];
