-- AlterTable
ALTER TABLE `planned_draft` ADD COLUMN `promised` VARCHAR(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL AFTER `wall_clock`;
