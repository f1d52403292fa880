import type { Decision, Duplicate, DuplicateAnswer, Migration, StoredAnswer } from '@ridgeline/contracts';
import { memo, useRef } from 'react';
import { Button } from '../../../../ui/controls/Button.tsx';
import { FailureAlert } from '../../../../ui/controls/Notice.tsx';
import { Ago } from '../../../../ui/text/Ago.tsx';
import { formatCount } from '../../../../ui/text/format.ts';
import { OneLine } from '../../../../ui/text/OneLine.tsx';
import { IfOwn, useIsViewed } from '../../../company-names/ViewedCompany.tsx';
import { kindText, recordLinks } from '../../../records/record-links.ts';
import { VendorLinks } from '../../../records/VendorLinks.tsx';
import { useAttempt } from '../../following/use-follow.ts';
import { CandidateCard } from './CandidateCard.tsx';
import { answerText } from './duplicate-display.ts';
import { useAnswers } from './use-answers.ts';

interface DuplicateItemProps {
  readonly duplicate: Duplicate;
  readonly migration: Migration;
}

const nothingStored = 'No answer was changed. Try again.';

/** A record that would be created, with the HubSpot records that resemble it, and the user's answer. */
export const DuplicateItem = memo(function DuplicateItem({ duplicate, migration }: DuplicateItemProps) {
  const item = useRef<HTMLLIElement>(null);
  const viewed = useIsViewed();
  const { busy, failure, attempt } = useAttempt('Could not store the answer');
  const { answer, answerAll, takeBack } = useAnswers(migration);
  const { name, candidates, answer: given, phone, openWithPhone } = duplicate;
  const links = recordLinks(duplicate, migration).filter(({ text }) => text === 'AccuLynx');
  // The pressed button disappears with the question, so the focus moves to the record.
  const run = (what: string, work: () => Promise<void>) =>
    void attempt(what, async () => {
      await work();
      item.current?.focus();
    });
  const say = (what: string, body: DuplicateAnswer) => {
    run(what, () => answer(duplicate, body));
  };
  return (
    <li ref={item} tabIndex={-1} className="duplicate">
      <div className="duplicate-head">
        <small>{kindText(duplicate)}</small>
        <OneLine text={name} />
        <VendorLinks about={name} links={links} />
      </div>
      <ul className="candidates" aria-label={`Look like ${name}`}>
        {candidates.map((candidate) => (
          <CandidateCard
            key={candidate.hubspotId}
            {...{ duplicate, candidate, migration }}
            chosen={given?.hubspotId === candidate.hubspotId}
            busy={busy === candidate.hubspotId}
            onSame={
              given || viewed
                ? null
                : () => {
                    say(candidate.hubspotId, { decision: 'same', hubspotId: candidate.hubspotId });
                  }
            }
          />
        ))}
      </ul>
      {failure ? <FailureAlert {...failure} fallback={nothingStored} /> : null}
      <div className="duplicate-actions">
        {given ? (
          <Given
            duplicate={duplicate}
            given={given}
            busy={busy !== null}
            onTakeBack={() => {
              run('take back', () => takeBack(duplicate));
            }}
          />
        ) : viewed ? (
          'Not answered yet'
        ) : (
          <>
            <Button
              small
              loading={busy === 'different'}
              aria-label={`Different: ${name}`}
              onClick={() => {
                say('different', { decision: 'different' });
              }}
            >
              Different
            </Button>
            {phone !== null && openWithPhone > 1 ? (
              <AnswerAll
                count={openWithPhone}
                about={name}
                busy={busy}
                onAnswer={(decision) => {
                  run(`all ${decision}`, () => answerAll(phone, decision));
                }}
              />
            ) : null}
          </>
        )}
      </div>
    </li>
  );
});

interface AnswerAllProps {
  readonly count: number;
  readonly about: string;
  readonly busy: string | null;
  readonly onAnswer: (decision: Decision) => void;
}

const words: Readonly<Record<Decision, string>> = { same: 'The same', different: 'Different' };

/** One answer for all records with the phone number: the same means each as the HubSpot record with its name. */
function AnswerAll({ count, about, busy, onAnswer }: AnswerAllProps) {
  return (
    <span
      className="duplicate-all"
      role="group"
      aria-label={`Apply to all with the phone number of ${about}`}
    >
      <span>Apply to all {formatCount(count)} with this phone number:</span>
      {(['same', 'different'] as const).map((decision) => (
        <Button
          key={decision}
          look="link"
          small
          loading={busy === `all ${decision}`}
          onClick={() => {
            onAnswer(decision);
          }}
        >
          {words[decision]}
        </Button>
      ))}
    </span>
  );
}

interface GivenProps {
  readonly duplicate: Duplicate;
  readonly given: StoredAnswer;
  readonly busy: boolean;
  readonly onTakeBack: () => void;
}

/** The answer: what, by whom and when. */
function Given({ duplicate, given, busy, onTakeBack }: GivenProps) {
  return (
    <>
      <span>
        {answerText(given, duplicate.kind)}: <bdi>{given.by}</bdi>, <Ago time={given.at} />
      </span>
      <IfOwn>
        <Button small loading={busy} aria-label={`Take back: ${duplicate.name}`} onClick={onTakeBack}>
          Take back
        </Button>
      </IfOwn>
    </>
  );
}
