import {
  answerDuplicate,
  answerDuplicates,
  listDuplicates,
  takeBackAnswer,
  type Decision,
  type Duplicate,
  type DuplicateAnswer,
  type Migration,
} from '@ridgeline/contracts';
import { useSWRConfig } from 'swr';
import { useCommand } from '../../../../api/command.ts';
import { queryKey } from '../../../../api/use-query.ts';
import { formatRecords } from '../../../../ui/text/format.ts';
import { useToast } from '../../../../ui/toast/use-toast.ts';

const noun = { one: 'record', many: 'records' };

/** The answers that a user can give about a dry run's possible duplicates; each call resolves once the lists are reloaded. */
export function useAnswers({ id }: Pick<Migration, 'id'>) {
  const [one, all, takeBack] = [
    useCommand(answerDuplicate),
    useCommand(answerDuplicates),
    useCommand(takeBackAnswer),
  ];
  const { mutate } = useSWRConfig();
  const toast = useToast();
  const params = { id: String(id) };
  const list = queryKey(listDuplicates, { params });
  const readAgain = () => mutate((key) => typeof key === 'string' && key.startsWith(list));
  const of = ({ kind, sourceId }: Duplicate) => ({ params: { ...params, kind, sourceId } });
  return {
    answer: async (duplicate: Duplicate, body: DuplicateAnswer) => {
      await one({ ...of(duplicate), body });
      await readAgain();
    },
    answerAll: async (phone: string, decision: Decision) => {
      const { answered, left } = await all({ params, body: { phone, decision } });
      toast({
        title: `${formatRecords(answered, noun)} answered`,
        ...(left > 0 ? { description: `${formatRecords(left, noun)} left: answer them one by one.` } : {}),
      });
      await readAgain();
    },
    takeBack: async (duplicate: Duplicate) => {
      const { linkedBy } = await takeBack(of(duplicate));
      toast({
        title: 'Answer taken back',
        ...(linkedBy === null ? {} : { description: linkedText(linkedBy) }),
      });
      await readAgain();
    },
  };
}

const linkedText = (linkedBy: number | 'auto-sync'): string =>
  `${linkedBy === 'auto-sync' ? 'Auto-sync' : `Migration #${String(linkedBy)}`} has copied this record since then. Both stay linked until it is undone.`;
