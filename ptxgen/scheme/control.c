/*
 * control.c: the control loop of Bertolli et al. 2014, Fig. 8, without its switch.
 *
 * Each sequential and parallel region has a label.  All threads go round a loop: barrier, read the
 * next label (the master reads labMaster, the others labOthers, both in shared memory), go to it.
 * Sequential labels are given to the master alone; the others get IDLE meanwhile.
 *
 *      CONTROL_LOOP: barrier; nextLabel = master ? labMaster : labOthers; (the scheme: to arm[nextLabel])
 *      SEQ_REGk:     ...; labMaster = labOthers = PAR_REGj; bra LATCH
 *      PAR_REGj:     ...; master: labMaster = SEQ_REGj+1, labOthers = IDLE; bra LATCH
 *      LATCH:        if nextLabel != EXIT bra CONTROL_LOOP
 *
 * Races.  Figure 8 taken literally has one: the master may overwrite the labels before a slow warp
 * has read them.  Here two pairs of labels alternate: in a turn everyone reads one pair and the
 * master writes the other, and the barrier at the top of the loop lies between a pair's writing and
 * its reading, and between its reading and its next writing.  So one barrier per turn suffices.
 * Cells of shared values and team memory are written by one side of a turn's end and read by the
 * other.
 *
 * Nothing changes in the latch: the lanes of the master's warp get there at different times, and
 * ptxas 13 keeps `phase` in a register that they share, so that it would change twice a turn.
 * (Seen on an H200: the loop never ended.)  So it changes right behind the barrier, where the lanes
 * have met.
 *
 * Every arm joins the one latch: without it ptxas for sm_35 drops the reconvergence of an indexed
 * branch, and a diverged warp meets the barrier twice.
 *
 * The master's registers live on from one sequential region to the next; what regions use of them
 * goes through share_values.
 */
#include "scheme/control.h"

/* Numbers of labels: IDLE, then SEQ_REG1, then PAR_REGi and SEQ_REGi+1 for each region, then
 * EXIT. */
enum { LABEL_IDLE, LABEL_SEQ1 };
static int
label_par(int region)
{
	return LABEL_SEQ1 + 1 + 2 * region;
}
static int
label_seq_after(int region)
{
	return label_par(region) + 1;
}
static int
label_exit(const struct control *k)
{
	return label_par(k->nregions);
}

/* Return the address of the label's cell in the pair that is not read this turn, in a register of
 * the label's name. */
static struct ir_value
next_cell(struct control *k, struct ir_cursor *c, struct ir_slot *pair)
{
	struct ir_value first = ir_op1(c, IR_ADDR, IR_I64, ir_slot_value(pair, 0));
	struct ir_value cell = ir_op2(c, IR_ADD, IR_I64, first, ir_r(k->phase));

	k->f->regs[cell.u.reg].name = pair->name;
	return cell;
}

/* Store the labels of the next turn: <assign labMaster and labOthers> in Figure 8. */
static void
emit_set_labels(struct control *k, struct ir_cursor *c, int master, int others)
{
	ir_store(c, MEM_32, SPACE_SHARED, next_cell(k, c, k->lab_master), 0, ir_int(master));
	ir_store(c, MEM_32, SPACE_SHARED, next_cell(k, c, k->lab_others), 0, ir_int(others));
}

static struct ir_block *
new_block(struct control *k, const char *label)
{
	return ir_block_new(k->f, label, NULL);
}

static struct ir_cursor
at(struct control *k, struct ir_block *b, struct place place)
{
	return (struct ir_cursor){ .func = k->f, .block = b, .place = place };
}

/* End the prologue: store the first labels, enter the loop.  Return the first sequential block. */
static struct ir_block *
begin(struct control *k)
{
	struct ir_block *first = split_prologue(k->f), *prologue = k->f->blocks;
	struct ir_block *master = ir_block_after(k->f, prologue, NULL);
	struct ir_cursor c = at(k, prologue, k->f->place);

	k->head = ir_block_after(k->f, master, "CONTROL_LOOP");
	struct ir_value is_master = emit_is_master(&c);
	ir_mov(&c, k->phase, ir_int(0));
	struct ir_value others = ir_op1(&c, IR_ADDR, IR_I64, ir_slot_value(k->lab_others, 0));
	struct ir_value masters = ir_op1(&c, IR_ADDR, IR_I64, ir_slot_value(k->lab_master, 0));
	ir_mov(&c, k->label, ir_op3(&c, IR_SELECT, IR_I64, is_master, masters, others));
	ir_branch(&c, is_master, master, k->head);
	c = at(k, master, k->f->place);
	ir_store(&c, MEM_32, SPACE_GENERIC, ir_slot_value(k->lab_master, 0), 0, ir_int(LABEL_SEQ1));
	ir_store(&c, MEM_32, SPACE_GENERIC, ir_slot_value(k->lab_others, 0), 0, ir_int(LABEL_IDLE));
	ir_jump(&c, k->head);
	return first;
}

/* Build head (barrier, read the label) and latch; leave head without terminator for the scheme. */
static void
turn(struct control *k, struct ir_block *first_seq, struct ir_block **par)
{
	struct ir_cursor c = at(k, k->head, k->f->place);

	emit_team_barrier(&c);
	struct ir_value mine = ir_op2(&c, IR_ADD, IR_I64, ir_r(k->label), ir_r(k->phase));
	ir_mov(&c, k->next_label, ir_load(&c, MEM_32, SPACE_SHARED, mine, 0));
	ir_mov(&c, k->phase, ir_op2(&c, IR_XOR, IR_I64, ir_r(k->phase), ir_int(4)));

	struct ir_block *idle = ir_block_after(k->f, k->head, "IDLE");
	struct ir_cursor ci = at(k, idle, k->f->place);
	ir_jump(&ci, k->latch);
	k->narms = label_exit(k) + 1;
	k->arm = NEWN(k->f->arena, struct ir_block *, k->narms);
	k->arm[LABEL_IDLE] = idle;
	k->arm[LABEL_SEQ1] = first_seq;
	for (int i = 0; i < k->nregions; i++) {
		k->arm[label_par(i)] = par[i];
		k->arm[label_seq_after(i)] = k->regions[i]->next;
	}
	k->arm[label_exit(k)] = k->latch;

	c = at(k, k->latch, k->f->place);
	struct ir_value more = ir_compare(&c, IR_NE, IR_I32, ir_r(k->next_label),
		ir_int(label_exit(k)));
	ir_branch(&c, more, k->head, k->done);
	k->head->keep = k->latch->keep = true;
}

/* Replace forks to region i: publish its values, set the labels, go back to the loop. */
static void
fork_region(struct control *k, int i, const struct shared_value *shared)
{
	for (struct ir_block *b = k->f->blocks; b; b = b->next) {
		if (b->term != TERM_CONSTRUCT || b->construct != k->regions[i])
			continue;
		struct ir_cursor c = at(k, b, k->regions[i]->place);
		emit_publish(&c, shared);
		emit_set_labels(k, &c, label_par(i), label_par(i));
		ir_jump(&c, k->latch);
	}
}

static struct ir_block *
parallel_arm(struct control *k, int i, const struct shared_value *shared)
{
	struct ir_construct *region = k->regions[i];
	struct region_code code = open_region(k->f, region, &mapping_identity, shared,
		arena_printf(k->f->arena, "PAR_REG%u", region->id));
	struct ir_block *set = ir_block_after(k->f, code.exit, NULL);
	struct ir_cursor c = at(k, code.exit, region->place);

	ir_branch(&c, emit_is_master(&c), set, k->latch);
	c = at(k, set, region->place);
	emit_set_labels(k, &c, label_seq_after(i), LABEL_IDLE);
	ir_jump(&c, k->latch);
	return code.entry;
}

/* Replace exits of sequential code: set the labels to EXIT, so that all leave at the next turn. */
static void
leave(struct control *k)
{
	for (struct ir_block *b = k->f->blocks; b; b = b->next) {
		if (ir_region_of(b) || b == k->done ||
			(b->term != TERM_EXIT && b->term != TERM_RET))
			continue;
		struct ir_cursor c = at(k, b, b->place);
		emit_set_labels(k, &c, label_exit(k), label_exit(k));
		ir_jump(&c, k->latch);
	}
}

/* Name the sequential entry points; regions with nothing sequential between them share one. */
static void
name_sequential(struct control *k, struct ir_block *first_seq)
{
	int number = 1;

	if (!first_seq->label)
		first_seq->label = arena_printf(k->f->arena, "SEQ_REG%d", number++);
	for (int i = 0; i < k->nregions; i++)
		if (!k->regions[i]->next->label)
			k->regions[i]->next->label = arena_printf(k->f->arena, "SEQ_REG%d",
				number++);
}

struct control *
control_loop(struct ir_func *f)
{
	struct control *k = NEW(f->arena, struct control);

	k->f = f;
	/*
	 * All regions are one loop to ptxas, which for a multiprocessor full of blocks wants 32
	 * registers: it then delays a region's loads until the one before has come.
	 */
	f->kernel->registers_first = true;
	k->regions = regions_of(f, &k->nregions);
	k->lab_master = ir_slot_new(f, SLOT_SHARED, "labMaster", 8, 4);
	k->lab_others = ir_slot_new(f, SLOT_SHARED, "labOthers", 8, 4);

	struct shared_value **shared = NEWN(f->arena, struct shared_value *, k->nregions);
	for (int i = 0; i < k->nregions; i++)
		shared[i] = share_values(f, k->regions[i]);

	k->label = ir_reg_new(f, IR_I64, "lab");
	k->phase = ir_reg_new(f, IR_I64, "phase");
	k->next_label = ir_reg_new(f, IR_I32, "nextLabel");
	k->latch = new_block(k, "LATCH");
	k->done = new_block(k, "FINISHED");
	k->done->term = TERM_EXIT;
	leave(k);
	struct ir_block *first_seq = begin(k),
			**par = NEWN(f->arena, struct ir_block *, k->nregions);
	name_sequential(k, first_seq);
	for (int i = 0; i < k->nregions; i++) {
		fork_region(k, i, shared[i]);
		par[i] = parallel_arm(k, i, shared[i]);
	}
	turn(k, first_seq, par);
	return k;
}
